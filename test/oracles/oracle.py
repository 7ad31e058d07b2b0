"""Answers of outside packages: a JSON list of {kind, input} on stdin, a JSON list of lists of numbers (null: undefined) on stdout."""
import json
import math
import sys
import warnings

import hdbscan
import krippendorff
import numpy as np
import pandas as pd
import pingouin
import pytrec_eval
from gensim.corpora import Dictionary
from gensim.models import CoherenceModel
from gensim.topic_coherence.text_analysis import WordOccurrenceAccumulator
from nltk.stem.porter import PorterStemmer
from nltk.translate.meteor_score import single_meteor_score
from rouge_score import rouge_scorer
from scipy import stats
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import cdist
from sklearn import metrics as sk
from statsmodels.stats import contingency_tables, inter_rater, multitest, proportion, weightstats
from statsmodels.stats import power as smp
from statsmodels.stats.anova import AnovaRM

warnings.filterwarnings("ignore")


def kappa(i):
    weights = None if i["weighting"] == "none" else i["weighting"]
    return [sk.cohen_kappa_score(i["a"], i["b"], weights=weights)]


def kappa_error(i):
    result = inter_rater.cohens_kappa(np.array(i["table"], float))
    return [result.kappa, result.std_kappa, result.std_kappa0]


def fleiss(i):
    return [inter_rater.fleiss_kappa(np.array(i["counts"], float))]


def alpha(i):
    data = np.array([[np.nan if v is None else v for v in unit] for unit in i["units"]], float).T
    try:
        return [krippendorff.alpha(reliability_data=data, level_of_measurement=i["level"])]
    except ValueError:
        return [None]


def homogeneity(i):
    table = contingency_tables.SquareTable(np.array(i["table"], float), shift_zeros=False)
    results = [table.homogeneity(method) for method in ("stuart_maxwell", "bhapkar")]
    return [x for r in results for x in (r.statistic, r.pvalue)]


# Unrounded intervals.
for name in list(pingouin.options):
    pingouin.options[name] = None


def icc(i):
    rows = [(u, r, v) for u, unit in enumerate(i["rows"]) for r, v in enumerate(unit)]
    frame = pd.DataFrame(rows, columns=["unit", "rater", "value"])
    table = pingouin.intraclass_corr(frame, "unit", "rater", "value")
    return [x for _, row in table.iterrows() for x in (row["ICC"], row["F"], row["pval"], *row["CI95"])]


def limits(i):
    d = np.array(i["a"]) - np.array(i["b"])
    n, bias, sd = len(d), d.mean(), d.std(ddof=1)
    low, high = stats.t.interval(0.95, n - 1, bias, stats.sem(d))
    out = stats.t.ppf(0.975, n - 1) * math.sqrt(3 / n) * sd
    lower, upper = bias - 1.96 * sd, bias + 1.96 * sd
    return [bias, sd, low, high, lower, lower - out, lower + out, upper, upper - out, upper + out]


def line(i):
    r = stats.linregress(i["x"], i["y"])
    return [r.slope, r.intercept, r.pvalue]


def pearson(i):
    r = stats.pearsonr(i["x"], i["y"])
    ci = r.confidence_interval()
    return [r.statistic, r.pvalue, ci.low, ci.high]


def spearman(i):
    return [stats.spearmanr(i["x"], i["y"]).statistic]


def kendall(i):
    r = stats.kendalltau(i["x"], i["y"], method=i["method"])
    return [r.statistic, r.pvalue]


def paired_t(i):
    d = np.array(i["differences"])
    r = stats.ttest_1samp(d, 0)
    ci = r.confidence_interval()
    return [r.statistic, r.pvalue, ci.low, ci.high]


def wilcoxon(i):
    greater, both = (
        stats.wilcoxon(i["differences"], method=i["method"], correction=i["correction"], alternative=alternative)
        for alternative in ("greater", "two-sided")
    )
    return [greater.statistic, greater.pvalue, both.pvalue]


def mcnemar(i):
    table = [[3, i["b"]], [i["c"], 4]]
    run = lambda **k: contingency_tables.mcnemar(table, **k)
    exact, plain, corrected = run(exact=True), run(exact=False, correction=False), run(exact=False, correction=True)
    point = stats.binom.pmf(min(i["b"], i["c"]), i["b"] + i["c"], 0.5)
    middle = exact.pvalue - point if i["b"] != i["c"] else 1 - point
    if i["b"] == i["c"]:  # Nothing to correct: 0 as in R; statsmodels gives 1 / n.
        corrected.statistic, corrected.pvalue = 0, 1
    return [exact.pvalue, middle, plain.statistic, plain.pvalue, corrected.statistic, corrected.pvalue]


def sign_test(i):
    d = np.array(i["differences"])
    k, n = int((d > 0).sum()), int((d != 0).sum())
    return [stats.binomtest(k, n).pvalue, stats.binomtest(k, n, alternative="greater").pvalue]


def sign_flip(i):
    d = np.array(i["differences"])
    patterns = 1 - 2 * ((np.arange(2 ** len(d))[:, None] >> np.arange(len(d))) & 1)
    sums = np.abs(patterns @ d)
    return [d.mean(), (sums >= abs(d.sum()) - 1e-9).mean()]


def friedman(i):
    r = stats.friedmanchisquare(*np.array(i["blocks"]).T)
    return [r.statistic, r.pvalue]


def range_upper(i):
    return [stats.studentized_range.sf(i["q"], i["k"], np.inf)]


def cliff(i):
    u = stats.mannwhitneyu(i["x"], i["y"]).statistic
    return [2 * u / (len(i["x"]) * len(i["y"])) - 1]


def hodges_lehmann(i):
    d = np.array(i["differences"])
    n = len(d)
    walsh = np.sort([(d[a] + d[b]) / 2 for a in range(n) for b in range(a, n)])
    counts = np.array([1.0])
    for rank in range(1, n + 1):
        counts = np.convolve(counts, np.r_[1.0, np.zeros(rank - 1), 1.0])
    outside = int((np.cumsum(counts) / 2.0**n <= 0.025).sum())
    return [np.median(walsh)] + ([walsh[outside - 1], walsh[-outside]] if outside else [None, None])


def corrections(i):
    return [x for m in ("holm", "fdr_bh") for x in multitest.multipletests(i["ps"], method=m)[1]]


def tost(i):
    p, low, high = weightstats.DescrStatsW(np.array(i["differences"])).ttost_mean(i["lower"], i["upper"])
    return [low[1], high[1], p]


def wilson(i):
    return list(proportion.proportion_confint(i["k"], i["n"], alpha=1 - i["level"], method="wilson"))


def bca(i):
    estimate, replicates, left = i["estimate"], np.array(i["replicates"]), np.array(i["jackknife"])
    share = ((replicates < estimate).sum() + (replicates <= estimate).sum()) / (2 * len(replicates))
    shifted = left.mean() - left
    acceleration = (shifted**3).sum() / (6 * (shifted**2).sum() ** 1.5)
    bias, z = stats.norm.ppf(share), np.array([-1, 1]) * stats.norm.ppf(0.975)
    tails = stats.norm.cdf(bias + (bias + z) / (1 - acceleration * (bias + z)))
    return list(np.quantile(replicates, tails))


def describe(i):
    v = np.array(i["values"])
    return [v.mean(), v.std(ddof=1)] + list(np.quantile(v, [0.025, 0.25, 0.5, 0.9]))


def distributions(i):
    x, k, m = i["x"], i["k"], i["m"]
    return [
        stats.chi2.sf(x, k), stats.f.sf(x, k, m), stats.t.sf(x, k), stats.norm.cdf(-x), stats.binom.cdf(k, k + m, 0.5),
        stats.t.ppf(0.975, k), stats.f.ppf(0.975, k, m), stats.chi2.ppf(0.95, k),
    ]


def noncentral(i):
    x, k, m, d = i["x"], i["k"], i["m"], i["d"]
    return [stats.nct.sf(x, k, d), stats.ncf.sf(x, k, m, d * d), stats.ncx2.sf(x, k, d * d)]


def power(i):
    d, n, g = i["effect"], i["n"], i["groups"]
    return [
        smp.TTestPower().power(d, n, 0.05), smp.TTestIndPower().power(d, n, 0.05, ratio=1),
        smp.FTestAnovaPower().power(d / 2, n * g, 0.05, k_groups=g),
        smp.GofChisquarePower().power(d, n, 0.05, n_bins=g), smp.NormalIndPower().power(d, n, 0.05, ratio=1),
        pingouin.power_corr(r=d, n=n, power=None, alpha=0.05),
    ]


def anova_rm(i):
    rows = [(s, *cell, v) for s, a in enumerate(i["values"]) for cell, v in zip(i["cells"], a)]
    names = [f"f{j}" for j in range(len(i["cells"][0]))]
    frame = pd.DataFrame(rows, columns=["s", *names, "y"])
    table = AnovaRM(frame, "y", "s", within=names).fit().anova_table
    return [x for _, row in table.iterrows() for x in (row["F Value"], row["Pr > F"])]


def auroc(i):
    """AUROC by scikit-learn; DeLong's variances from the pairs themselves, each placement value a mean over the other class."""
    labels = np.array(i["labels"], bool)
    areas, parts = [], []
    for name in ("first", "second"):
        scores = np.array(i[name], float)
        areas.append(sk.roc_auc_score(labels, scores))
        order = (np.sign(scores[labels][:, None] - scores[~labels][None, :]) + 1) / 2
        parts.append((order.mean(axis=1), order.mean(axis=0)))
    cov = sum(np.cov(parts[0][side], parts[1][side]) / len(parts[0][side]) for side in (0, 1))
    low, high = stats.norm.interval(0.95, areas[0], math.sqrt(cov[0, 0]))
    variance = cov[0, 0] + cov[1, 1] - 2 * cov[0, 1]
    z = (areas[0] - areas[1]) / math.sqrt(variance)
    return [areas[0], max(0, low), min(1, high), areas[1], z, 2 * stats.norm.sf(abs(z))]


def cochran(i):
    r = contingency_tables.cochrans_q(np.array(i["blocks"]))
    return [r.statistic, r.pvalue]


def kendall_w(i):
    rows = np.array(i["rows"], float)
    n, m = rows.shape
    spread = ((stats.rankdata(rows, axis=0).sum(axis=1) - m * (n + 1) / 2) ** 2).sum()
    test = stats.friedmanchisquare(*rows)
    return [test.statistic / (m * (n - 1)), test.pvalue, 12 * spread / (m**2 * (n**3 - n))]


def max_t(i):
    """Step-down over all sign patterns, each pair's t computed anew from its signed differences."""
    v = np.array(i["values"], float)
    d = np.array([v[a] - v[b] for a in range(len(v)) for b in range(a + 1, len(v))])
    n = d.shape[1]
    patterns = 1 - 2 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
    t = np.abs(stats.ttest_1samp(patterns[:, None, :] * d, 0, axis=2).statistic)
    observed, adjusted, highest = np.abs(stats.ttest_1samp(d, 0, axis=1).statistic), np.ones(len(d)), 0
    order = np.argsort(-observed)
    for place, at in enumerate(order):
        reached = (t[:, order[place:]].max(axis=1) >= observed[at] * (1 - 1e-9)).sum()
        highest = max(highest, (reached + 1) / (2**n + 1))
        adjusted[at] = highest
    return list(adjusted)


def detection(i):
    p, r, f, _ = sk.precision_recall_fscore_support(i["actual"], i["predicted"], average="binary", zero_division=np.nan)
    return [p, r, f]


def risk_coverage(i):
    c, e = np.array(i["confidences"]), np.array(i["errors"], float)
    spread = pd.Series(e).groupby(c).transform("mean").to_numpy()
    risks = np.cumsum(spread[np.argsort(-c, kind="stable")]) / np.arange(1, len(c) + 1)
    width = np.linspace(1 / len(c), 1, len(c))
    return [risks.mean(), np.trapezoid(risks, width) / (1 - 1 / len(c))] + list(risks)


NAMES = ["map", "Rprec", "bpref", "recip_rank", "ndcg", "ndcg_cut_5", "ndcg_cut_10", "P_5", "recall_5", "recall_10",
         "success_5", "infAP", "map_cut_10", "num_ret", "num_rel", "num_rel_ret"]
MEASURES = {"map", "Rprec", "bpref", "recip_rank", "ndcg", "ndcg_cut.5,10", "P.5", "recall.5,10", "success.5", "infAP",
            "map_cut.10", "num_ret", "num_rel", "num_rel_ret"}


def ranking(i):
    result = pytrec_eval.RelevanceEvaluator({"q": i["qrels"]}, MEASURES).evaluate({"q": i["run"]})["q"]
    return [result[name] for name in NAMES]


class Blanks:
    """Both sides come as words: how a text is split is not the packages' affair."""

    def tokenize(self, text):
        return text.split()


class WordNet:
    """The synonyms that a case names; none: METEOR without its third stage."""

    def __init__(self, synonyms={}):
        self.synonyms = synonyms

    def synsets(self, word):
        return [SynonymSet(self.synonyms[word])] if word in self.synonyms else []


class SynonymSet:
    def __init__(self, words):
        self.words = words

    def lemmas(self):
        return [Lemma(word) for word in self.words]


class Lemma:
    def __init__(self, word):
        self.word = word

    def name(self):
        return self.word


ROUGE = rouge_scorer.RougeScorer(["rougeL"], tokenizer=Blanks())
PORTER = PorterStemmer(mode=PorterStemmer.MARTIN_EXTENSIONS)


def rouge_l(i):
    return [ROUGE.score(" ".join(i["reference"]), " ".join(i["answer"]))["rougeL"].fmeasure]


def meteor_stem(i):
    return [single_meteor_score(i["reference"], i["answer"], stemmer=PORTER, wordnet=WordNet())]


def meteor(i):
    return [single_meteor_score(i["reference"], i["answer"], stemmer=PORTER, wordnet=WordNet(i["synonyms"]))]


def named(labels):
    names = {}
    return [-1 if label < 0 else names.setdefault(label, len(names)) for label in labels]


def linkage_tree(i):
    z = linkage(np.array(i["rows"]), i["method"], i["distance"])
    return [*z[:, 2], *named(fcluster(z, i["count"], "maxclust"))]


def hdbscan_labels(i):
    rows = np.array(i["rows"])
    fit = hdbscan.HDBSCAN(
        min_cluster_size=i["minClusterSize"], min_samples=i["minSamples"], cluster_selection_method=i["selection"],
        cluster_selection_epsilon=float(i["epsilon"]), metric="precomputed", algorithm="generic",
    )
    return named(fit.fit_predict(cdist(rows, rows)))


def silhouette_widths(i):
    rows = np.array(i["rows"])
    return sk.silhouette_samples(cdist(rows, rows), i["labels"], metric="precomputed") if i["several"] else []


class EveryWindow(WordOccurrenceAccumulator):
    """gensim 4.4 takes a word out of a window when one of its occurrences leaves at the edge, though another is still in it."""

    def _slide_window(self, window, doc_num):
        self._uniq_words[:] = False
        self._uniq_words[np.unique(window)] = True


def npmi_coherence(i):
    words = Dictionary(i["texts"])
    model = CoherenceModel(topics=i["topics"], texts=i["texts"], dictionary=words, coherence="c_npmi", window_size=i["window"], processes=1)
    ids = {words.token2id[word] for topic in i["topics"] for word in topic}
    model._accumulator = EveryWindow(ids, words).accumulate(i["texts"], i["window"])
    return model.get_coherence_per_topic()


def clean(value):
    if value is None:
        return None
    value = float(value)
    return value if math.isfinite(value) else None


kinds = globals()
answers = [[clean(v) for v in kinds[case["kind"]](case["input"])] for case in json.load(sys.stdin)]
json.dump(answers, sys.stdout)
