# Which effects of a two-level fraction have equal or opposite columns in R's own model matrix, for the generators of the
# textbooks. Made by R (see "r" in the output), base packages alone:  Rscript fraction_aliases.R > fraction_aliases.json
designs <- list(
  list(factors = 5, generators = c(D = "A*B", E = "A*C")),
  list(factors = 6, generators = c(E = "A*B*C", F = "A*B*D")),
  list(factors = 7, generators = c(E = "A*B*C", F = "A*B*D", G = "A*C*D")),
  list(factors = 5, generators = c(E = "A*B*C*D"))
)
classes <- function(design) {
  base <- design$factors - length(design$generators)
  runs <- as.data.frame(do.call(expand.grid, setNames(rep(list(c(1, -1)), base), LETTERS[1:base])))
  for (name in names(design$generators)) runs[[name]] <- with(runs, eval(parse(text = design$generators[[name]])))
  letters <- LETTERS[1:design$factors]
  formula <- as.formula(paste0("~(", paste(letters, collapse = "+"), ")^", design$factors))
  matrix <- model.matrix(formula, runs)
  same <- abs(crossprod(matrix)) == nrow(runs)
  effects <- gsub(":", "", colnames(matrix), fixed = TRUE)
  effects[1] <- "1"
  lapply(setNames(letters, letters), function(one) {
    at <- match(one, effects)
    setdiff(effects[same[at, ]], one)
  })
}
quote <- function(x) paste0('"', x, '"')
text <- vapply(designs, function(design) {
  own <- classes(design)
  aliases <- paste(vapply(names(own), function(n) paste0(quote(n), ": [", paste(quote(own[[n]]), collapse = ", "), "]"), ""), collapse = ", ")
  paste0('    { "factors": ', design$factors, ', "generators": [', paste(quote(gsub("*", "", design$generators, fixed = TRUE)), collapse = ", "), '], "aliases": { ', aliases, " } }")
}, "")
cat('{\n  "about": "Effects whose columns of the model matrix of R are equal or opposite, by fraction_aliases.R",\n  "r": "', R.version$major, ".", R.version$minor, '",\n  "designs": [\n', paste(text, collapse = ",\n"), "\n  ]\n}\n", sep = "")
