/** How a text asks that ends in a claim: whether the claim is so, `claimed`, or whether somebody is right, `doubted`. */
export type Ending = 'claimed' | 'doubted'

/** "Our lawyer says that nobody need be told. Is he right?": asked is what is told before it. Read at the end of a text alone. */
const IS_IT_RIGHT =
  /(?<=[.!?;:,\n]\s{1,3})(?:(?:so|and|but),? )?(?:who(?:'s| is) (?:right|correct)|(?:(?:is|are|am|was) (?:he|she|they|it|that|this|we|i|our [\w-]{1,20}|the [\w-]{1,20}) )?(?:right|correct|true|wrong|mistaken))(?: (?:here|then|under|about|on|for|in) [^.?!]{1,40}| here| then)?\?\s{0,3}$/i

/** "You must tell within 72 hours, right?" */
const TAG =
  /[,;]\s{1,3}(?:(?:so|yes),? )?(?:right|correct|true|yes|(?:is|does|do|are|has|have|must|can|will)n['’]t (?:it|they|we|he|she|you|that|this|there))\s{0,3}\?\s{0,3}$/i

/** How an answer is wanted says nothing of what is asked: "what is it about, in two sentences?" */
const MANNER =
  /(?:[,;]\s{1,3}|\s{1,3})(?:(?:explained )?in (?:plain|simple|easy) (?:words|english|language|terms)|in (?:one|two|three|a few|a couple of|a single|a) (?:sentences?|words|paragraphs?|lines?)|in a nutshell|in short|in brief|briefly|one paragraph|for (?:beginners|dummies)|in layman['’]?s? terms|roughly)(?:,? please)?(?=\s{0,3}(?:[?.,;]|$))|(?<=\bwhat(?:['’]s| is| are) [^.?!]{2,80}) about(?=\s{0,3}(?:[?,]|$))/gi

/** A claim that denies is neither borne out nor refuted by a yes or no of what it denies. */
const DENIES = /\b(?:no|not|never|none|neither|nor|without|nobody|nothing|cannot|hardly)\b|n['’]t\b/i

/** Whether a text ends in a claim that it wants a yes or no to. */
function claimsSo(text: string): boolean {
  return TAG.test(text) && !DENIES.test(text.replace(TAG, ''))
}

/** How a text in English ends, where it ends in a claim. */
export function endingOf(text: string): Ending | undefined {
  if (claimsSo(text)) return 'claimed'
  return IS_IT_RIGHT.test(text) ? 'doubted' : undefined
}

/** A text without the words that only ask whether its claim is so. */
export function withoutEnding(text: string, ending: Ending | undefined): string {
  if (ending === undefined) return text
  return text.replace(ending === 'claimed' ? TAG : IS_IT_RIGHT, '')
}

/** A text in English without the words for how an answer is wanted. */
export function withoutManner(text: string): string {
  return text.replace(MANNER, '')
}
