import type { Framework } from '../registry/framework.ts'
import type { Ruling } from '../registry/knowledge-data.ts'
import { meaningful } from '../search/stems.ts'
import { languageOf } from '../text/language.ts'
import { DUTY } from './duty-words.ts'
import { capitalized } from './quote.ts'
import type { Speech } from './speech/speech.ts'

/** What takes something for granted, up to its comma: "Since certification is mandatory, ...". */
const GRANTED =
  /(?:^|[.!?]\s+)(?:since|now that|because|as|given that|seeing that|considering that)\s([^.!?]{10,300}?),/gi

/** A claim that is denied already. */
const DENIED = /\b(?:not|no|never|nobody|without)\b|n['’]t\b/i

/** Words of a question that only ask. */
const ASKING = new Set(meaningful('does did is was has have'))

/** Fewer words may say anything. */
const WORDS_LEAST = 2

/** What a question takes for granted and a ruling says no to, with its reason; at most one, and of English questions alone. */
export function ruledPremise({ data, name, aliases }: Framework, text: string, speech: Speech): string[] {
  const granted = [...text.matchAll(GRANTED)]
    .map(([, clause = '']) => clause)
    .filter((one) => !DENIED.test(one))
  if (granted.length === 0 || languageOf(text) !== 'en') return []
  const names = new Set([name, ...aliases].flatMap(meaningful))
  const said = granted.map(wordsOf)
  const claims = (wording: string): boolean => {
    const words = wordsOf(wording)
    const beyond = words.difference(names)
    return said.some(
      (clause) =>
        (beyond.size >= WORDS_LEAST && beyond.isSubsetOf(clause)) ||
        (beyond.size > 0 && words.size > WORDS_LEAST && words.isSubsetOf(clause)),
    )
  }
  const wrong = data.rulings.filter(
    ({ verdict, claim, asked = [] }) =>
      verdict === 'no' && [claim, ...asked].some((wording) => !DENIED.test(wording) && claims(wording)),
  )
  const shared = ({ claim, says }: Ruling): number =>
    Math.max(...said.map((clause) => wordsOf(`${claim} ${says}`).intersection(clause).size))
  const [best] = wrong.toSorted((one, other) => shared(other) - shared(one))
  return best ? [`${speech.no} ${capitalized(best.says)}`] : []
}

/** The words that mean something, all for a duty as one. */
function wordsOf(text: string): Set<string> {
  const words = new Set(meaningful(text)).difference(ASKING)
  const rest = words.difference(DUTY)
  return rest.size < words.size ? rest.add('duty') : rest
}
