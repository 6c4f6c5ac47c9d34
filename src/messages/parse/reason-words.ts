/**
 * The words of H3, as patterns that match a whole clause. Text is in lower case, with straight quotes; the taker, by name
 * or mention, reads `@taker`, and its possessive `@taker's`.
 *
 *   clause := ownership | fault of ours | filler          anything else is a reason
 */

/** Any word. */
const W = "[\\p{L}\\p{N}_'@/-]+";
const few = (most: number) => `(?:${W} ){0,${most}}`;

/** Things that one has, and that are a reason to do something oneself: her number, the key, the relationship. */
const MEANS =
  'numbers?|phones?|keys?|passwords?|credentials?|tokens?|accounts?|logins?|access|permissions?|rights?|contracts?|relationships?|inbox|mailbox|calendar|licen[cs]es?|history|recordings?|contacts?|customer|client|lead|prospect|resident|tenant|call|calls';

/** Where work belongs. */
const AREA =
  'area|areas|lane|lanes|domain|patch|turf|territory|department|side|court|plate|wheelhouse|remit|scope|responsibility|ownership|team|stack|part|corner|field|beat|zone|queue|seat|area of responsibility|area of ownership|job|business|problem|concern|baby';
/** What somebody made. */
const CODE =
  'code|codebase|service|services|repo|repos|repository|module|component|file|files|package|feature|system|pipeline|script|app|api|server|endpoint|integration|workflow|project|product|library|database|branch|pr|change|changes|commit';
/** What went wrong with it. */
const FAULT =
  'bug|bugs|fault|faults|error|errors|issue|issues|failure|failures|crash|exception|exceptions|regression|breakage|alert|alerts|alarm|defect|mess|thing|stuff|ticket|task|work';

const TAKER = '@taker(?: seat)?';
const WHOM = `(?:you|her|him|them|${TAKER})`;
const WHO = `(?:you|she|he|they|${TAKER}|your (?:seat|team)|her team|their team|the (?:${W} ){0,2}(?:team|seat))`;
const THE_OWNER = `(?:(?:the |its |their |a )?(?:right |proper |actual )?${few(2)}(?:owners?|owning (?:seat|team))(?: of ${few(2)}${W})?|whoever owns (?:it|this|that))`;
const POSSESSIVE = `(?:your|her|his|their|@taker's|the ${few(2)}owner's|(?:the )?${few(2)}(?:team|seat)'s)(?: own)?`;
const ANYONES = "(?:@?[\\p{L}\\p{N}]+'s)";
const BARE = `(?:yours|hers|theirs|@taker's|the ${few(2)}owner's)`;
const NOUN = `(?:${AREA}|${CODE}|${FAULT})`;
const HIS_THING = `(?:${POSSESSIVE} (?:${W} )?${NOUN}|${ANYONES} (?:${W} )?(?:${AREA}|${CODE}))`;
const OUR_THING = `(?:my|our)(?: own)? (?:${W} )?(?:${AREA}|${CODE})`;

const IT = `(?:it|this|that|these|those|all of (?:it|this|that)|everything here|the (?:${W} )?(?:${AREA}|${CODE}|${FAULT}|item)|this (?:${W} )?(?:one|item|${AREA}|${CODE}|${FAULT})|that (?:${W} )?(?:one|item|${AREA}|${CODE}|${FAULT}))`;
const ADVERB =
  '(?:really|clearly|just|all|totally|squarely|obviously|definitely|very much|simply|only|entirely|still|already|actually|surely|mostly)';
const IS = `(?:is|are|was|'s|'re|falls|sits|lies|lives|looks like|seems like|looks to be|seems to be|should be|must be|would be)(?: ${ADVERB})*`;
const IT_IS = `(?:${IT})(?:'s|'re| ${IS})(?: ${ADVERB})*`;
/** A lane or an item by its own name: `leads`, `western slope`; what one has is not among them. */
const NAMED = `(?!(?:${W} )*(?:${MEANS}) )(?:the )?${W}(?: ${W})?`;
const LEADS = `(?:${NAMED}|leads)`;

const TO_DO = 'to (?:fix|handle|take|do|deal with|sort out|solve|look at)';

/** `your area`, `Trinity owns leads`, `belongs to the leads owner`, `whose code it is`, `not mine`. */
export const OWNERSHIP = [
  `(?:${IT_IS} |'s |is |are )?(?:${ADVERB} )?(?:in |within |under |on |for |of |from )?(?:${HIS_THING}|${BARE})(?: ${TO_DO})?`,
  `(?:it )?(?:seems|looks|appears)(?: to be| like)? (?:in |within |under |on )?(?:${HIS_THING}|${BARE})`,
  `(?:${IT_IS} |is |was )?assigned to (?:${WHOM}|${THE_OWNER})`,
  `(?:i am|i'm|we are|we're) not (?:the |its )?(?:${W} )?(?:owners?|authors?|maintainers?)(?: of (?:${IT}|${W}))?`,
  `${THE_OWNER} (?:should|must|has to|needs to|can|will|ought to) (?:fix|handle|take|do|have|own|look at)(?: ${IT})?`,
  `(?:per|see|by|according to)? ?(?:the )?codeowners(?: file)?(?: (?:says?|lists?|names?)(?: ${WHOM})?)?`,
  `${HIS_THING} (?:has|contains|had) (?:a|an|the|this|that) (?:${W} )?(?:${FAULT})`,
  `(?:a|an|the|this|that) (?:${W} )?(?:${FAULT}) (?:comes|came|originates|is coming) from (?:${HIS_THING}|${BARE})`,
  `${LEADS} ${IS} (?:in |within |under |on )?${HIS_THING}`,
  `(?!(?:${W} )*(?:${MEANS}) )(?:leads|${W}) ${IS} (?:${BARE})`,
  `(?:all )?(?:yours|hers|theirs)(?: to (?:fix|handle|take|do|deal with|sort out|solve|look at))?`,
  `(?:${IT_IS} |'s )?yours to (?:fix|handle|take|do|deal with|sort out|solve|look at)`,
  `(?:(?:${IT}|${LEADS}) )?(?:really |clearly |just |obviously |should |must |ought to |has to |needs to )*(?:belongs?|goes|go|routes?|comes?|be|be handled|be with|be fixed|be owned|falls?|lies|sits|passes|is routed|is assigned) (?:to|with|by|under|in|on|within)? ?(?:${WHOM}|${HIS_THING}|${THE_OWNER})`,
  `(?:routing|passing|handing|giving|sending|moving|forwarding)(?: ${IT})?(?: over| on| back)? to (?:${WHOM}|${THE_OWNER}|${HIS_THING})`,
  `(?:${WHO}|${THE_OWNER})(?:'s|'re)? (?:already )?(?:owns?|own)(?: (?!(?:${W} )*(?:${MEANS})$)(?:all of |all )?(?:the )?${W}(?: ${W}){0,2})?`,
  `(?:${WHO})(?:'ve)? (?:already )?(?:owns?|own|wrote|built|made|authored|created|shipped|maintains?|looks? after|handles?|take care of|takes care of|runs?|broke|introduced|caused) (?:${IT}|${HIS_THING}|leads)`,
  `(?:${WHO})(?:'re| is| are) (?:the )?(?:${W} )?(?:owner|owners|author|maintainer|responsible|right owner|right (?:seat|one|team)|in charge)(?: (?:of|for|here|on)(?: (?:${IT}|the ${few(2)}${W}|${W}))?)?`,
  `(?:${IT_IS} )?(?:owned|written|built|maintained|made|authored|handled|caused) by (?:${WHOM}|${THE_OWNER})`,
  `${W} (?:is|are) owned by (?:${WHOM}|${THE_OWNER})`,
  `(?:because of |of |based on |depends on |about |it's about )?whose (?:${W} )?(?:${AREA}|${CODE}|${FAULT}) (?:it|this|that)(?: is|'s)`,
  `(?:because of |per |by |due to |based on |for )?(?:code |lane |area |clear )?ownership(?: rules| reasons)?`,
  `(?:${IT_IS} |'s )?(?:not|isn't|not really|never) (?:in |within |on )?(?:mine|ours|my job|our job|${OUR_THING}|me|us)`,
  `(?:${IT})(?: is|'s)?n't (?:in |within |on )?(?:mine|ours|my job|our job|${OUR_THING})`,
  `(?:${IT_IS} )?(?:outside|out of|beyond)(?: of)? ${OUR_THING}`,
  `(?:i|we) (?:don't|do not|didn't|did not) (?:own|write|wrote|build|maintain|touch|handle) (?:${IT}|leads|${HIS_THING}|${W})`,
  `(?:${IT_IS} )?(?:one )?for (?:${WHOM}|${THE_OWNER})`,
  `(?:there is|there's|there are|we found|i found|found|we saw|i saw|saw|got|hit|seeing)? ?(?:a|an|another|some|the|this|one more)? ?(?:${W} )?(?:${FAULT}) (?:in|on|with|from|of|at) (?:${HIS_THING}|${BARE})`,
  `(?:${HIS_THING}) (?:is|are|'s|keeps?|seems|was|were|has been)? ?(?:broken|failing|down|red|crashing|erroring|buggy|throwing|misbehaving|at fault|broke|failed|fails|crashed|errors|to blame|faulty|firing|alerting)`,
  `${THE_OWNER}`,
  `(?:your|her|his|their) (?:call|turn|move|one)`,
];

const ALERT = `(?:(?:our|my|the|an|a|this|your|one of our) )?(?:own )?(?:${W} )?(?:alerts?|alert engine|alerting|alarms?|monitors?|monitoring|sentry|pager|watchdog|health ?checks?|detector|scanner|smoke tests?)(?: (?:engine|system|bot|rules?|job|check))?`;
const FOUND =
  '(?:has |have |had )?(?:just |also )?(?:found|caught|flagged|fired|triggered|went off|detected|reported|raised|spotted|picked up|picked|shows?|showed|says?|said|points?|pointed|tripped|sees|saw|noticed|is firing|is red|went red|fires|finds|flags)';
const A_FAULT = `(?:a|an|the|another|some|this|that|it|one)? ?(?:${W} )?(?:${FAULT}|it|this|that)?`;

/** A fault that the seat's own alerts found: `our alert fired`, `found by our alert engine`. No reason by itself. */
export const OWN_ALERT = [
  `${ALERT} ${FOUND}(?: up)?`,
  `${ALERT} ${FOUND} ${A_FAULT}(?: (?:in|on|for|at|to|from|with|of) (?:${HIS_THING}|${BARE}|${WHOM}|it|this))?`,
  `${ALERT} ${FOUND} (?:in|on|for|at|to|from|with|that|about) (?:${HIS_THING}|${BARE}|${WHOM}|it)`,
  `${ALERT} ${FOUND}(?: that)? (?:${HIS_THING}) (?:is|are|was|keeps?)? ?(?:broken|failing|down|red|crashing|erroring|buggy|throwing|broke|failed|fails)`,
  `(?:${IT_IS} |'s |was |were )?(?:${A_FAULT} )?(?:was |were |is )?(?:found|caught|flagged|detected|reported|raised|spotted|picked up|triggered) (?:by|in|from|through|via|with) ${ALERT}(?: (?:in|on|for|at) (?:${HIS_THING}|${BARE}))?`,
  `(?:we|i) (?:found|caught|saw|got|spotted|detected) ${A_FAULT}(?: (?:in|on|with) (?:${HIS_THING}|${BARE}))? (?:by|through|via|with|from|in) ${ALERT}`,
  `${ALERT} (?:in|on|for|from|about|at) (?:${HIS_THING}|${BARE})`,
  `${ALERT} ${FOUND}(?: up)?(?: ${A_FAULT})? (?:in|on|for|at|from) (?:the )?(?:${W} )?(?:${CODE})`,
  `${HIS_THING} (?:triggered|tripped|fired|set off|raised|caused) ${ALERT}`,
];

/** Words that carry nothing: greetings, thanks, an imperative without a reason. */
export const FILLER = [
  '',
  '@taker',
  `(?:hi|hello|hey|dear|ok|okay|right|well|yes|yep|so|sorry|sure|anyway|again|also|too|then|here|now|obviously|clearly|really|honestly|basically)(?: (?:@taker|there|again|all|team))?`,
  `fyi|for your information|heads up|just a heads up|f\\.y\\.i|as you know|you know|i think|i guess|i believe|we think|imo|afaik|as far as i know|as discussed|as agreed|as always|as usual|as before|per usual`,
  `(?:many |lots of )?(?:please|pls|plz|thanks|thank you|thx|ty|cheers|ta|regards)(?: (?:a lot|so much|you|@taker|in advance|again))?`,
  `(?:please |pls |can you |could you |would you |kindly )*(?:take|fix|handle|have|do|own|pick up|look at|look into|deal with|see to|sort out|check|sort|solve|take over)(?: ${IT}| a look| a look at ${IT}| care of ${IT}| over| up)?(?: please| pls| asap| thanks)?`,
  `(?:over to|here you go|up to|all|handing over to|handing over|passing on|passing over)(?: ${WHOM})?`,
  'asap|today|now|when you can|when you have time|soon',
];

const whole = (patterns: readonly string[]) => patterns.map((pattern) => new RegExp(`^(?:${pattern})$`, 'u'));

export const ownershipClauses = whole(OWNERSHIP);
export const alertClauses = whole(OWN_ALERT);
export const fillerClauses = whole(FILLER);
