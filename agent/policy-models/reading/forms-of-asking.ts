/**
 * The forms of question that rules answer, each a whole sentence. `<name>` is a fragment, `[x]` may be left out, `(a|b)` is either; commas and
 * brackets are left out. `N` is what is marked as a name: an id, or words in quotation marks. `X` takes words by which nobody asks, `V` a value
 * behind what announces it: that the records say them is for who answers to see.
 */
export const FRAGMENTS: Readonly<Record<string, string>> = {
  noun: "(feature|requirement|change request|change|defect|bug|bug report|specification item|design document|design item|document|test case|test|message|protocol|item|backlog item|class|function|file|test file|component|user story|story|issue|rpc|path|plan|test plan|module)",
  nouns:
    "(features|requirements|change requests|changes|defects|bugs|bug reports|specification items|design documents|design items|documents|messages|message|protocols|items|backlog items|classes|functions|files|source files|components|component paths|user stories|stories|issues|rpcs|paths|plans|parts)",
  n: "([the|a] [<noun>] (N|SHORT))",
  ns: "NAMES",
  many: "[any of the following :] <n> [(;|or) <many>]",
  t: "(<n>|[the] [<noun>] X [N])",
  as: "(X [and X])",
  tests:
    "([all] [of] [the|every|any|each|which] [existing|recorded|affected|linked] (tests|test cases|testcases|test case|test))",
  verb: "(cover|covers|verify|verifies|check|checks|exercise|exercises|validate|validates|reference|references|are about)",
  tie: "([directly] (linked|traced|recorded|mapped) [directly])",
  to: "(<tie> (to|for|against|on)|<verb>|belong to|go through|hang off)",
  link: "([that|which] [is|are|do we have] <to>|[do we have|are there|is there] (for|on|of)|covering|verifying|have to be run again for)",
  list: "(list|show|give|find|name|recommend|report|report only|look up|pull up|need|i need|i also need|i only need|i want|i only want|can i get|get|take|can you (list|show|give|pull up|find))",
  which: "(which|what|<list> [me]|are there|is there|do we have|any|which of|for)",
  whole: "(its|everything|anything|any of its|any of it|all its|every|all|the)",
  parts:
    "([or|and|with|plus] [to] [including|incl|with|of|each with|each including|through] [all] [of] (<whole> [other] (parts|that it contains|that they contain|in it|below it|below|part of it|part that belongs to it|that belongs to it|them contain)|[any] part [of it] that belongs to it|any part of it|parts [and all|too|included]|below|whole thing with all its parts|below that parent) [included|too] [at any level|all levels|all the way down])",
  c: "([that are|are|the ones|those|tests|test cases] (about|of the kind :|in the area of|in the automated suite|on|over|for|in|of|involving|executed in|that exercise|under|with) V [<case>]|[that are] [not] automated|[that are] run by hand|<case>)",
  case: "(for the case : FREE)",
  only: "([but] [only|just] [those|the ones|tests|the tests|test cases|these|the affected tests|the test cases] [are the ones|are] <c> [which are they])",
  but: "((but not|but neither|not|minus|except|without|leaving out|leave out|apart from|other than|but never|except if) [those|the ones|the tests|tests|test cases] [that are] [<to>|to|on|of|for|through|that cover] <t> [as well] [<parts>|nor to anything within that part|<parts> already call for|already calls for]|(without|leaving out|leave out|but not|not|minus|except) [those|the ones|tests|test cases] <c>)",
  changes:
    "(changed|changes|change|has changed|have changed|has changed as a whole|changes as well|changes too|got edited|is about to change|is going to change|is changing|was changed|is being reworked|is being redone|are being reworked|change together|change in this drop|both got touched|got touched)",
  by: "((by|per|for each|split up by) X [that occurs])",
  them: "(it|it there|it or <parts>|them|either|either of them|both|both of them|at least one of them|at least one of the changes|any of it|any of them|against any of it)",
  or: "(or|+|;|and)",
};

/** What is said beside a question or asked besides, whole clauses: of the tests found, or for nothing. */
export const BESIDE = `
;|+|and
thanks|thank you|which|report every one with its evidence|report those that do with the evidence|leave out the ones <c>|for me|by id|please|right|i mean tests linked to both|any level|all the way down
[please] give the evidence for each|[please] recommend them with evidence|[please] give [its|their] identifier[s] [too]|with [the] evidence|with ids|with evidence
[and] show [me] which [ones they are]|[please] list them as the evidence|attach the list|and the list so i can check|[please] list what exists|give me all if there are several
[since] these run anyway|they run elsewhere|we don't need them|in one list [with the former]|one list|either will do|need it in the (run|review) list|and confirm that it exists|confirm that it exists
expected : the identifiers exact name match only|please give the evidence|and are therefore affected|are therefore affected
[please] also (name|say|state) [which] [the] <nouns> [that] (these test cases|they) (cover|verify|exercise)
state as well [by id] [which] [the] <nouns> [that] (they|these test cases) (exercise|are recorded against|cover)
[in addition|and|also] (which|what) <nouns> (are these test cases traced to|do (those|they|these) (belong to|touch|go through))
[and|+|with|oh and] [the|their|linked] <nouns> [they verify|covered|ids]
i also need [to know what|their] <nouns> [they verify]
i also need their X
[oh and] tell me the <nouns> behind them
also needed : [ids of] [the] <nouns> [that they verify|covered]
report the [linked] <nouns> [that they exercise] [too]
with : <nouns> recorded for them
please give the X of each as well
state the X of these test cases [too]
[+|with] X of each
; with X
and the X of each
also needed : X
report the X of each too
`;
/** Says what the question is about. */
export const TOLD = `
[pretty much all of] <t> [<parts>] [as it is carried by <t>|as a part of <t>|in <t>] <changes> [<parts>]
<t> <changes> the one in <t> i mean|the <t> flavour of <t> <changes>
the definition of <t> <changes>
there's a change in <t>
[both] <t> <or> <t> [<parts>] <changes> [<parts>]
(we|we're) (touched|touch|touching|are touching|are changing|changed|change|are replacing|are reworking|reworking|are fixing|fix|rewrote) <t> [and <t> in one go] [<parts>]
someone changed <t>
(change|changes|compare|compare coverage|impact analysis|reference test|starting point|scope|metrics request|link repair|trace matrix) : [all of] <t> [contained in <n>|within <t>] [<parts>] [; <t> [<parts>]] [; <parts>]
<n> is part of a larger backlog item|<n> belongs to something bigger
<n> sits under <n>
i'm looking at <n>
customer is asking about X
[regression] scope needed [counted by X]|search needed|metrics request
topic : [tests] [<c>|X]
record needed : <n>|audit of <n>|trace back : <n>|difference of two lists : test cases of <t> without those of <t>|who checks what in <n>|what do we know about the test <n>|can you pull up <n> for me
where do <t> and <t> overlap test-wise|what breaks if we touch <t> or anything in it
scope : the item that contains <n> <parts>
`;

/** Says behind a question what it is about. */
export const ABOUT = "this is about <many>";

/** Asks for the tests of what was told. */
export const OF_TOLD = `
<which> <tests> [that] [are|do we have] [<to>|are <to>|affected by|hit by|recorded for] <them> [<parts>] [within that item] [<but>] [<only>]
<which> <tests> [are] [affected] [by at least one of the changes|through <parts>] [<but>] [<only>]
[<which>] [of] affected <tests> [<only>|<but>]|[<which>] <only>
which [of our|of the] <tests> matter [and why]
which <tests> (do we rerun|does that hit [<parts>]|hit that [<parts>]|have to be run again|does at least one of them hit|should we run|should i rerun|do we rerun)
what <tests> (hit that|does that hit) [<parts>]|what will that break in our test set|affected tests|tests (hit by|on) either
what (else is affected|do we rerun whichever of the two it covers)|list what has to be added
tests to rerun|what (should|do) (i|we) (rerun|run)
what's our regression scope|which test cases are affected and through which backlog items|which <tests> and by which part do they get hit
which <tests> (have to be run again|do we rerun) and (which|what) other backlog items (do they verify|would those touch)
which <tests> does that hit and what else do these tests stand for|tests to rerun other backlog items they verify
report the affected test cases and the (parts|other backlog items) that they verify|needed : affected test cases with the backlog items through which they are affected|needed : test cases to repeat ; further backlog items linked to them
affected tests + the parts affected
count the test cases recorded against it <by>|number of recorded test cases per X|(number|count) per X
list the (test cases|other test cases) recorded against (it|both|the first only|any of it|at least one of them|the same backlog items|the parent item or any part of the parent)
list the (test cases|other test cases) (that cover (it|both|the first only|at least one of them) [there]|affected by at least one of them|recorded for it [within that item])
list the other test cases with the same <as>|list those recorded against the first only
scope : [of] [the] [recorded|affected] <tests> [that exercise it those] [<c>]|scope : those <c>|report only test cases <c>
(already in scope|out of scope) : [all] (<tests>|those) ([recorded] (for|of|against|that cover) <t> [<parts>]|<c>)|list what exists|# <n> [<parts>]|# tests <c>|filter : <c>
which tests hang off the same backlog items|what else shares its <as>|which other tests hang off the same backlog items
report its <as>|rows : test cases|columns : the backlog items that they verify
list the test cases recorded against its parent item or any part of the parent ; name the parent and the parts verified
report that item its test cases and the backlog items that they verify|report test cases and for each (the part|all backlog items) recorded for it
which existing test cases are traced to that larger item or to anything that it contains
please name that item and the parts of it that they verify
what is it what tests do we have for that bigger thing <parts> and for which of the parts
which tests do we have for that|which <tests> are affected by this change
fields : identifier <as> linked backlog items|report <as> ; list the backlog items that it verifies [with evidence]|i need its <as> and what backlog items hang off it|<as> and the backlog items it was written for
list the <nouns> that it verifies and its identifier|everything we'd have to rerun for either|i mean tests linked to both|tests [please] and which of the parts they're for|tests and the parts they belong to
`;

/** Asks for what is listed behind it. */
export const TOPICS =
  "(impact analysis of two changes|regression scope needed two topics|search needed two topics) one list :";

/** Asks by itself. */
export const WHOLE = `
[<which>] <tests> [are there] <link> <t> [<parts>] [<but>] [<only>]
which <tests> are affected by a change of <many>
[<which>] <tests> <link> (either <t> or <t>|<t> (or|;) <t>) [<parts>] [<but>] [<only>]
[<which>] <tests> <link> (both <t> and <t>|<t> as well as <t>|<t> and also <t>|<t> and <t> both)
[<which>] <tests> common to <t> and <t>|which tests do <t> and <t> have in common
compare [the coverage of] <t> with [that of] <t> : which [existing] test cases (are traced to both of them|cover both|are traced to the former but not to the latter|cover only the former)
compare <t> with <t> : which test cases <c>
on <t> not on <t> only tests <c>|tests <c> : <t> minus <t>
take the tests for <t> drop whatever is also linked to <t> and of the rest give me just those <c>
which tests <c> do we have for <t> that aren't on <t>
which tests would we still have for <t> if everything linked to <t> was taken out
covered : <t> yes <t> no|which tests go through <t> but never through <t>
<n> <tests>|[<which>] <n> : <tests>|what (covers|tests|verifies|checks|exercises|validates|hits) <t>
<t> [<parts>] <changes> [<parts>] [:] [i need] [the] (affected tests|tests hit by either|tests on either) [<parts>] [<only>|<but>]
<t> [<parts>] <changes> : <tests> (to rerun|<but>)|<t> <changes> : tests to rerun other backlog items they verify
[the] [joint] impact of [changes to|a change to] <t> [(or|and to|and) <t>] [<parts>] [<but>|<only>] [: <tests> [<parts>]]
what is the [joint] impact of (changes|a change) to <t> [and to <t>] [<parts>] [: the test cases concerned and what else these are recorded against]
impact of <t> [<parts>] : tests (+ what else they are linked to|and which parts they verify)
<t> <changes> with all parts ; affected tests + the parts affected
please assess the impact of a change to <t> and all its parts : the affected test cases and the parts that they verify
what would we have to rerun if <t> and everything in it changed
if <t> changes which tests do we rerun and what other backlog items would those touch
(which test cases does a change to <t> [<parts>] affect|what does the change to <t> [<parts>] hit) <but>
[of] <tests> (that a change to <t> [<parts>] affects|hit by changing <t> [<parts>]) [list those|are the ones] <c>
which of the tests hit by changing <t> [<parts>] are the ones <c>|tests on <t> <but>
[for] <n> [<parts>] i only need the tests <c> which are they
[for] <n> <parts> : <tests> (+ the items they verify|are there and which of the parts does each of them verify)|<n> [and below] : tests + (all items|the items) they verify
[<which>] <tests> (recorded for|of) <n> [<parts>] (together with [all] the backlog items [among these] that they verify|together with all backlog items that they verify|and what else they are linked to)
can i get the tests for <n> [<parts>] (and for each the part that it checks|and everything else those tests are for)
which (test cases verify|tests check) <n> and (which further backlog items does each of them verify|what other backlog items do they check on the way)
tests <-> backlog items within <n>
tests for the parent of <n> incl everything below that parent ; + which parent which parts|parent of <n> : its id tests on it or below parts they verify
which backlog item contains <n> which test cases are recorded for it or for any of its parts and which parts are these
whatever <n> is a part of i need the tests for the whole of it and tell me which part each one is for
which of the <tests> that are <to> <n> [but not to <n>] [<parts>] <only>|[which] of the <tests> [that are] (traced|linked|recorded) to <n> [but not to <n>] [<parts>] which are the ones <c>
which of the <tests> (traced to|for|of|linked to|recorded for) <n> [<parts>] (are the ones|are) <c>
which <tests> are traced to <n> as a part of <n>|tests for <n> under <n>
<n> is tested separately so which tests remain for <n> and its other parts
how many <tests> [are|do we have] [linked to|recorded for|traced to|for|on|have] <t> [<by>]|how many <tests> (verify|cover|reference|exercise|check|does <n> have)
how many <tests> does <n> have|[please] count the <tests> [traced to|linked to] <n> <by>|<n> : number of tests <by>|count + list of tests linked to <n> <by>|i need numbers for <n> : linked tests per X
how many <tests> <c> [are there] [<by>]|please count the tests <c>|tests <c> : number per X|count by X + list : tests <c>|i need a number per X for the tests <c>
[<which>] <tests> <c> [are there [that are] [<only>]] [verify X]|[<which>] <tests> [are] relevant for a change that affects tests <c>|inventory request : <tests> <c>|what tests do we have <c>
i need the tests <c> but just (those|these) <c>|tests <c> <c>|which existing test cases <c> verify X|of the tests <c> which ones check X|what tests do we have <c> <but>|can you pull up every test we have <c>
need two lots in one list : tests <c> ; and also tests <c>|<list> the existing test cases for either of two topics : # tests <c> ; # tests <c>|# tests <c> # tests <c> ; either will do
<tests> <n>|need the records for test cases named <n>|ids of test cases <n>|which existing test cases carry exactly the name <n>|what was the number of that test again the one called <n>
<n> : id <as> linked backlog items|<n> : [its identifier] its <as> and the backlog items that it verifies|look up the test case <n> : its (identifier|id) its <as> and the backlog items that it verifies
what (are|is) the <as> of the test case named <n> and which backlog items is it recorded against|record of <n> <as> and its backlog items
(which|what) <nouns> (does|do) <n> (verify|cover|check|exercise|validate|reference)|name the <nouns> that <n> [called N] is traced to|(which|what) <nouns> (is|are) <n> (traced|linked|recorded) (to|against)
[which] <nouns> (are|is) (verified|covered|checked|exercised) by <n>|<nouns> (verified|covered) by <n>|<n> is linked to which <nouns>|if we drop the test <n> which <nouns> lose it|the one called N what <nouns> is it for|coverage question : which <nouns> does N stand for
how many <nouns> (does|do) <n> (verify|cover|exercise)
which other test cases have the same <as> as <n>|others with same <as> as <n>|which other test cases are traced to a backlog item that <n> is traced to as well|tests sharing a backlog item with <n>
tell me the <as> of <n>|<n> : <as>|what's the <as> of <n>|<n> : <as> linked backlog items
look up <n> [and list it together with its steps|and confirm that it exists]|(can you find) <n>|add <n> to the (run|review) list
(which|what) <nouns> [(of|within|below) <n>] (have no (test|tests|test case|test cases)|are not (covered|verified|tested) by any (test|test case)|are (untested|uncovered)|lack (tests|a test)|are without (tests|a test)) [at all] [yet]
[<which>] [all] <nouns> (without (tests|a test|any test|test cases|a test case)|with no (test|tests|test case|test cases))|(which|what) X messages (have no (test|tests|test case)|are not covered by any test)|which messages of X (have no test|are not covered by any test)
tests verifying : V|we are changing what is described as follows : V|which existing test cases verify it
do any of our <tests> <verb> <t>|does <n> have (more|fewer) <tests> than <n>|what do we run for <n>|<n> list its test cases|looking for the <tests> (on|for|about|of) X
<n> and <n> : <tests> of either [one]|<n> : only the X tests|from the tests of <n> i only need the X ones|<n> tests (without|except) [the] X ones
[<which>] <tests> <link> <n> that also <verb> <n>|is there a <tests> that <verb> both <t> and <t>
(which|what) <nouns> (stand behind|are traced to|are linked to) <n>|how many <nouns> (trace|are traced|are linked) to <n>
of the test cases <ns> : which fulfil this all of it : FREE|report the test cases <ns>
`;

/** A later turn: of what was found, or the question before with something else in a place of it. */
export const LATER = `
of those [please] keep only the test cases <c>|[of those [keep]] <only>|only the V ones|[and] drop [the ones|those] <c>|minus [the ones|those] <c>|follow-up : (restrict the list above to test cases|exclude test cases) <c>
which of (them|these|those) are <c>|of (those|them|these) which are <c>
[and] which of (these|them) are (<tie> to|on) <n> [too|as well]|which of these also on <n>|follow-up : of the list above those also recorded against <n>
[and] which of (these|them) (verify|check) (the following as well|this too) : V|which of these also verify : V|follow-up : of the list above those that also verify : V
add the <tests> <link> <n>|plus those for <n>|<n> changes too can you put both in one list|follow-up : <n> changes as well|give one list for both
[and] which other <tests> are the same (there|in that respect)|which others are the same there|follow-up : list the other <tests> for which the same holds
disregard <n> and answer the same for <n> instead|disregard <n> ; the change concerns <n>|what is affected then|i was mistaken : <n> has not changed|it is <n> that has changed ; please answer for that one instead
wrong id i meant <n>|correction : <n> not <n>|correction : <n> instead of <n>|scratch that i meant <n> instead of <n>|scratch <n> it's <n> that i need|replace the list
oops wrong one should have been <n> and not <n>|which tests is it then|no wait wrong one|it's <n> that changed <n> stays as it is|sorry mixed them up : <n> is the one forget about <n>
correction : the changed item is <n> not <n>|withdrawn : <n>|the change is in <n> ; same question|item above was entered by mistake|correct item : <n>|same request
i am sorry that was the wrong number|i meant <n> not <n> ; which <tests> are <tie> to it
i made a mistake : it should be tests FREE not FREE ; the rest stays as it was|replace one condition : FREE instead of FREE|make that FREE instead of FREE|correction : FREE (not|instead of) FREE|other conditions unchanged
ah sorry i got one thing wrong|it's FREE not FREE rest is the same|no wait not FREE|FREE is what i meant|condition N was entered by mistake|correct : FREE
undo that filter ; instead all but the ones <c>|back to the full list minus the ones <c>|hm no forget that filter|take the whole list again and drop the ones <c>
actually that was too narrow go back to all of them and just skip the ones <c>|withdrawn : previous restriction|new scope : full list without test cases <c>
correction : the restriction above is void|exclude test cases <c> from the full list instead
on second thoughts [please] drop the restriction to those <c>|of the whole list leave out the test cases <c> instead|i withdraw the last restriction : all of them again except for the test cases <c>
`;
