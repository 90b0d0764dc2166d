import { ReferenceIndex } from '../references/reference-index.ts'
import { unmarked, type Statement } from '../search/statements.ts'
import { tokenize } from '../text/tokens.ts'
import { RELATED_MOST } from './comparison.ts'
import type { Led } from './led-framework.ts'
import { capitalized } from './quote.ts'
import type { Question } from './read-question.ts'
import { asksAlike } from './scope-lead.ts'
import type { Speech } from './speech/speech.ts'

/** What is meant so surely is asked of both. */
const SURELY_MEANT = 0.7

/** "Which applies, must a bank follow both?" asks for more than one ruling tells. */
const WHICH = /\bwhich\b/i

/** What one framework rules on a question that names another one too. */
interface RuledOnBoth {
  statement: Statement
  /** With its yes or no, and whose it is. */
  text: string
}

/** The ruling that the data of one framework has for a question in English that names another one too: "is ISO 27001 enough for Part-IS?" */
export function ruledOnBoth(
  led: readonly Led[],
  { kinds, language, form, text }: Question,
  speech: Speech,
): RuledOnBoth | undefined {
  if (led.length > RELATED_MOST || language !== 'en') return undefined
  if (!kinds.includes('verdict') || WHICH.test(text)) return undefined
  const rulings = led.flatMap((one) => {
    const others = led.filter((other) => other !== one).map(({ whole }) => ReferenceIndex.of(whole).names)
    const namesOther = (wording: string): boolean => {
      const tokens = tokenize(wording)
      return others.some((names) => names.find(tokens).length > 0)
    }
    return one.statements
      .find({ ...one.findings.terms, words: one.words }, form)
      .map(({ statement, asked, meant = 0 }) => ({ one, statement, sure: asked === true ? 1 : meant }))
      .filter(({ statement, sure }) => sure >= SURELY_MEANT && statement.asked?.some(namesOther) === true)
  })
  const best = rulings
    .filter(({ statement: { verdict, beside } }) => verdict !== undefined && beside === undefined)
    .toSorted((a, b) => b.sure - a.sure)
    .at(0)
  if (best?.statement.verdict === undefined) return undefined
  const { statement, one } = best
  const opening = asksAlike(text, statement) ? `${speech[best.statement.verdict]} ` : ''
  return { statement, text: `${opening}${capitalized(unmarked(statement.text))} _(${one.whole.name})_` }
}
