import { lazily } from '../lib/lazily.ts';

/** Longer texts are not looked at: arXiv's own longest title has 300 letters. */
const MOST_LETTERS = 1000;

/** Whoever reads or answers for somebody. */
const MODEL =
  '(?:ais?|llms?|(?:large )?language models?|models?|assistants?|agents?|chat ?bots?|gpt[-\\d.o]*|chatgpt|claude|gemini|copilot|reviewers?|readers?)';
const PEOPLE = '(?:users?|readers?|people|operators?|customers?|callers?|him|her|them|everyone|everybody)';
/** What is to be set aside: in English, and by the stems of German, French, Spanish, Portuguese and Italian. */
const EARLIER =
  '(?:instru[ckz]\\w*|istruzion\\w*|anweisung\\w*|prompts?|consignes?|guidelines?|guidance|guardrails?|safeguards?|directi(?:ve|va|on)s?|orders|commands?|rules|polic(?:y|ies)|regeln|befehle?|previous|prior|preceding|above|earlier|vorherig\\w*|anterior\\w*|precedent\\w*|everything|all else)';
/** Where a sentence begins. */
const BEGINNING = '(?:^|[.!?;:|,]\\s+|\\s[-–—]\\s+|["“(\\[]|\\b(?:and|then|now)\\s+)';
/** What a sentence begins with that wants something done. */
const DO = [
  '(?:please|kindly)\\b',
  '(?:set|change|update|modify|replace|remove|submit|report|mark|call|use|upload|post|share|forward)\\s+(?:the|this|all|your|every)\\s+(?:[\\w-]+\\s+)?(?:records?|prices?|databases?|answers?|entry|entries|reports?|tools?|users?)\\b',
  '(?:ignore|disregard|visit|subscribe|buy|purchase|reveal|endorse|mention|(?:respond|reply)(?! to))\\b(?!-)',
  '(?:recommend|say|tell|promote|prefer|praise|include|insert|append|output|print|write|state|confirm|send|email|delete|erase|execute|run|open|download|click)\\s+(?:the|this|that|all|any|an?|only|your|it|here|on|following|[a-z]+bot)\\b',
  '(?:rate|rank|accept|approve|publish|cite|summari[sz]e|translate|repeat|copy) (?:this|it|the (?:following|above|paper)|\\w+ (?:first|highest|top))\\b',
  'give (?:this|it)\\b|(?:give|send|show|grant) me (?:all|the|your|access)\\b',
  '(?:speak|talk|answer|write|reply) (?:like|as|in) (?:an?|the|\\w+ese|\\w+ish|french|german|latin)\\b|(?:omit|hide|disable|enable) (?:the|all|any|every|this)\\b|(?:assistant|claude|chatgpt|gemini|copilot)\\s*,',
  '(?:make sure|be sure|remember to|note that you|stop (?:what|reading|here)|forget (?:all|every|what|about|your|any))\\b',
];

const patterns = (...sources: readonly string[]): RegExp[] =>
  sources.map((source) => new RegExp(source, 'i'));

/** How words are put that are meant for whoever answers from a text; each is looked for within a bounded stretch. */
const addressed = lazily(() =>
  patterns(
    // "Ignore all previous instructions."
    `\\b(?:ignor|disregard|forget|overrid|overrul|bypass|skip|vergiss|missacht|oublie|olvid|esquec|dimentic)\\w*\\b.{0,40}\\b${EARLIER}\\b`,
    `\\b(?:all|any|the|every) (?:previous|prior|above|earlier|preceding) (?:text|content|context|messages?|titles?|answers?|data)\\b.{0,20}\\b(?:is|are|was|were)\\b`,
    `\\b(?:obey|follow|comply with|adhere to)\\s+(?:my|these|this|the following|our|only)\\b`,
    `\\b(?:new|updated|real|actual|following|hidden|secret|special)\\s+(?:system )?(?:instructions?|prompt|orders|task)\\s*(?:[:.!]|are\\b|is\\b|from\\b)`,
    // "You are now …", "in your answer", and the same in other languages.
    `\\byou(?:['’]re| are)\\s+(?:now|an?|the|hereby|no longer|free to|required|instructed|allowed|authori[sz]ed|reading)\\b`,
    `\\byou\\s+(?:must|shall|should|will|need to|have to|ought to|may not|cannot|have been)\\b`,
    `\\byour\\s+(?:(?:new|only|real|next|final)\\s+)?(?:instructions?|system prompt|prompts?|guidelines|response|answer|reply|output|user|users|operator|developer|owner|job|mission|purpose|tools?|memory|training data|context window|settings)\\b|\\b(?:could|would|will) you\\b`,
    `\\b(?:du|sie)\\s+(?:musst|mussen|sollst|sollen|bist)\\b|\\bvous\\s+(?:devez|etes)\\b|\\b(?:usted|tu)\\s+(?:debes?|eres)\\b`,
    // "Dear assistant,", "note to AI:", "if you are a language model", "to the model reading this".
    `\\b(?:dear|hi|hey|hello|okay?|attention|note|notice|message|memo|warning|instructions?|reminder|important)\\b[,:!\\s-]{0,3}(?:(?:to|for|all|any|every|the|this|my)\\s+){0,3}${MODEL}\\s*(?:[,:!.]|$)`,
    `\\b(?:to|for)\\s+(?:the|any|all|every)\\s+${MODEL}\\s+(?:reading|that reads?|who reads?|answering)\\b|\\b(?:reading|processing|summari[sz]ing|indexing)\\s+this\\b`,
    `\\bif you(?:['’]re| are| read| see| can)\\b|\\bif an? ${MODEL}\\b`,
    `\\b${MODEL} (?:(?:who|that) )?(?:must|shall|should|read(?:s|ing) this)\\b|\\b(?:any|every|this|the) ${MODEL} (?:is (?:required|instructed|asked|told) to|are (?:required|instructed|asked) to)\\b`,
    `\\bmessage from (?:the|your) (?:developers?|system|operators?|admin\\w*|owner|user)\\b|\\bi am (?:the|your) (?:\\w+ )?(?:admin\\w*|developer|operator|owner|user)\\b`,
    `\\b(?:(?<!\\b(?:can|could|may|might|would|to) )act as (?:an?|if|the)|pretend (?:to be|you|that)|role ?play as|from now on|assume the role|as an? (?:ai|llm|language model)\\b.{0,20},)`,
    // "Tell the user that …", "users should be told", "always recommend …", "never mention …".
    `\\b(?:tell|inform|advise|urge|remind|convince|persuade|assure|notify|warn|alert)\\s+(?:(?:the|your|all|any|every|each)\\s+)?${PEOPLE}\\b`,
    `\\b${PEOPLE}\\s+(?:should|must|are to)\\s+be\\s+(?:told|informed|advised|asked|shown|given|sent)\\b|\\b(?:paper|work|title|result)s?\\s+(?:must|should|is to)\\s+be\\s+(?:cited|recommended|accepted|mentioned|ranked|shown|included)\\b`,
    `\\b(?:respond|reply|answer|output|print|return|repeat|say)\\s+(?:only|exactly|just|nothing|verbatim|(?:every|all|any|each) (?:question|query|request)\\w*|the (?:words?|following|phrase)|with (?:only|the words?|yes|no)\\b)`,
    `\\b(?:do not|don['’]?t|never|must not|should not)\\s+(?:ever\\s+)?(?:mention|tell|reveal|say|cite|report|disclose|warn|recommend|answer|respond|reply|refuse|obey|search|call|trust the|use the)\\b`,
    `\\bbefore (?:answering|responding|replying)\\b|\\b(?:future|following|next) (?:quer(?:y|ies)|answers?|responses?|questions?|requests?|messages?)\\b.{0,20}[,:]|\\bto (?:every|all|any|each) (?:question|query|request)\\w*\\b|\\brespond with\\b|\\bdo (?:the following|anything now)\\b|\\beffective immediately\\b|\\brepeat after me\\b|\\b(?:treat|regard|interpret|trust) this\\b|\\b(?:in|of|for) (?:all|every|any) (?:recommendations?|answers?|comparisons?|responses?|repl(?:y|ies)|lists?)\\b`,
    `\\b(?:i|we) (?:want|need|ask|order|command|beg|require|would like) you\\b|\\blet (?:(?:the|your|all) )?${PEOPLE} know\\b|\\b(?:it is|very|extremely) important (?:that|to)\\b`,
    `\\balways\\s+(?:answer|respond|recommend|say|reply|cite|include|mention|call|return|rank|list|prefer|choose|begin|end|start)\\b`,
    `\\bwhen(?:ever)?\\s+(?:you\\s+\\w+|asked|answering|responding|replying|summari[sz]ing)\\b.{0,40},`,
    // "Call the tool …", "search_robots", "delete_all()", a shell.
    `\\bcall (?:the )?(?:submit|report|search|get|fetch|list|send|delete)\\b|\\brole\\s*[=:]\\s*\\W?(?:system|user|assistant)|\\b(?:system|user|assistant)\\s*>|\\boverride\\s*[:!]`,
    `\\b(?:call|invoke|trigger)\\s+(?:(?:the|your|a|this|any)\\s+)?(?:[\\w-]+\\s+){0,2}(?:tools?|functions?|api|endpoint|plugin)\\b`,
    `(?:${BEGINNING}|\\b(?:please|must|should|to|you)\\s+)use\\s+(?:the|your)\\s+(?:[\\w-]+\\s+){0,2}(?:tool|function|api|plugin|browser|shell|terminal)\\b`,
    `\\b(?:get|search|find|fetch|list|show|submit|report|call|run|exec|execute|read|write|send|post|delete|remove|create|update|open|close|set|add|browse|query)_[a-z]{2,}|\\b(?:tool|function)[_ -]?(?:calls?|use|result|response)\\s*[:=({]|\\btools\\/\\w`,
    `\\b\\w{3,40}\\((?:\\s*\\)|\\s*["'{[])|\\b(?:sudo \\w|rm -rf|(?:curl|wget) \\W|powershell|drop table|select \\* from)`,
    `\\b(?:system|developer|hidden)[ _-]prompt\\b|\\bprompt[ _-]injection|\\b(?:api|ssh)[ _-]?keys?\\b|\\baccess[ _-]tokens?\\b|\\b(?:your|admin|root|user)(?:['’]s)? (?:passwords?|credentials)\\b|\\bexfiltrat|\\b(?:admin|developer|debug|dan|god) mode\\b`,
    // How chats are written for models: `<|im_start|>`, `[INST]`, `<<SYS>>`, `### Instruction`.
    `<\\|[^|]{0,40}\\|>|\\[\\/?(?:inst|sys|system|user|assistant)\\]|<<\\/?sys>>|##\\s?(?:system|user|assistant|instruction)`,
    // "SYSTEM: …", "end of prompt", and what begins as an order does.
    `(?:^|[.!?;|>\\])}]\\s*|\\s[-–—]\\s+)(?:system|user|assistant|human|developer|admin|urgent|important|tool|function|instructions?|(?:ai|llm) ${MODEL})\\s*:`,
    `\\b(?:begin|start|end) (?:of )?(?:the )?(?:(?:system|user|assistant) (?:prompt|message|instructions?|input|turn)|prompt|conversation|instructions)\\b`,
    `${BEGINNING}(?:${DO.join('|')})`,
  ),
);

const ADDRESS =
  /:\/\/|\bwww\.|\b(?:https?|javascript|data|file|mailto):\S|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b[a-z\d-]{2,64}\.[a-z]{2,10}\/\w|(?:^|\s)@\w{3}|\b[\w.+-]{1,64}@[\w-]{1,64}\.\w|\b[a-z\d-]{1,64}(?:\.|\[\.\]| dot )(?:com|org|net|io|ai|dev|app|co|info|xyz|me|gg|ly|edu|gov|de|cn|ru|uk)\b/i;
const MARKUP =
  /<[a-z/!?|]|\|>|\[\/?(?:inst|sys|system|user|assistant)\]|\[\[|\]\(|```|`[^`]+`|\{\{|\}\}|&(?:#\w+|lt|gt|amp|quot|nbsp);|#{2,}|^\s*#\s|\*\*[^*]+\*\*|\\(?:input|include|href|url|write|def|let|catcode|verb|csname|begin)\b|\{\s*["']|["']\s*:\s*["'{[]|(?:%[\da-f]{2}){3}|\\u[\da-f]{4}/i;
/** What nobody sees, or no system agrees how to show: format characters, fillers, private and unassigned ones. */
const INVISIBLE =
  /[\p{Default_Ignorable_Code_Point}\p{Co}\p{Cs}\p{Cn}\p{Cf}\p{Zl}\p{Zp}\u2800]|(?![\t\n\r])\p{Cc}/u;
/** Titles at arXiv are English: a Greek letter or two is a formula, unless it stands for a Latin one that it looks like. */
const FOREIGN =
  /(?![\p{Script=Latin}\p{Script=Greek}])\p{L}|\p{Script=Greek}{3}|[ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοϲϳν](?=[A-Za-z])|[A-Za-z][ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοϲϳν]/u;
/** `i g n o r e`, `i.g.n.o.r.e.a`, and words that are none, such as Base64. */
const CODED =
  /(?<![\p{L}\p{N}])(?:\p{L}[\s*_~-]{1,2}){5}\p{L}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])(?:\p{L}\.){7}|[A-Za-z\d+]{32}|[A-Za-z\d+/]{16}==?/u;

/**
 * Says why a title, or the names of authors, are not to be shown before a person has read them: the reason continues "the
 * title …". Undefined for one that reads as titles do. It takes a time that is proportional to the length of the text,
 * which is bounded. Whoever is turned down by mistake waits for a review; nothing is lost.
 */
export function whyNotAsTitle(text: string): string | undefined {
  if (text.length > MOST_LETTERS) return 'is longer than any';
  if (INVISIBLE.test(text)) return 'holds characters that do not show';
  const line = lineOf(text);
  const plain = withoutMarks(line);
  if (ADDRESS.test(plain)) return 'holds an address';
  if (MARKUP.test(line)) return 'holds markup';
  if (FOREIGN.test(line)) return 'holds letters of another alphabet';
  if (CODED.test(plain)) return 'holds words that are none';
  return isAddressed(plain) ? 'reads like an instruction' : undefined;
}

/**
 * True for a text that speaks to whoever answers from it, as in "ignore all previous instructions": of the reasons of
 * whyNotAsTitle() the one that holds for every text of one line, such as headlines, which may name `Pony.ai`. A text that
 * is longer than any title is told by its first part.
 */
export function readsLikeInstruction(text: string): boolean {
  return isAddressed(withoutMarks(lineOf(text.slice(0, MOST_LETTERS))));
}

/** Cyrillic letters that look like Latin ones. */
const LOOK_ALIKE = new Map(
  [...'аеорсухіѕјһԁАВЕІКМНОРСТХЅ'].map((letter, i) => [letter, 'aeopcyxisjhdABEIKMHOPCTXS'.charAt(i)]),
);

function isAddressed(plain: string): boolean {
  const read = plain.replace(/[\u0400-\u052f]/g, (letter) => LOOK_ALIKE.get(letter) ?? letter);
  return addressed().some((pattern) => pattern.test(read));
}

function lineOf(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim();
}

function withoutMarks(line: string): string {
  return line.normalize('NFKD').replace(/\p{M}/gu, '');
}
