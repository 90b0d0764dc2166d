import type { Registry } from '../registry/registry.ts'
import { perhapsMeant, type PerhapsMeant } from './perhaps-meant.ts'
import { whoseIds, type WhoseId } from './whose-id.ts'
import type { WhoseTerm } from './whose-term.ts'

/** Frameworks that most people have heard of: all would fill a page. */
const WELL_KNOWN: readonly string[] = ['gdpr', 'soc-2', 'pci-dss', 'hipaa', 'nis2', 'nist-csf']

const inWords = new Intl.ListFormat('en')

/** The answer where no framework was recognised: nothing of a module, but which one the question may mean, and how to say so. */
export function nothingInjected(
  registry: Registry,
  question: string,
  terms: readonly WhoseTerm[] = [],
): string {
  const { frameworks } = registry
  const meant = perhapsMeant(frameworks, question)
  const isNews = ({ holders, others }: WhoseTerm): boolean =>
    others > 0 || holders.some((holder) => !meant.some(({ framework }) => framework === holder))
  const examples = WELL_KNOWN.flatMap((id) => registry.get(id)?.name ?? [])
  return [
    'No framework of the registry was recognised in this conversation, so no knowledge module was injected and there is nothing to ground an answer in.',
    ...meant.map(byName),
    ...whoseIds(frameworks, question).map(byId),
    ...terms.filter(isNews).map(byTerm),
    'Name the framework in your question ("What does **ISO 27001** require of supplier agreements?"), or pin its id in the request: `"svc": {"frameworks": ["iso-27001"]}`. A control id alone, such as "5.20", names no framework.',
    `The registry knows ${frameworks.length} frameworks, ${examples.join(', ')} among them; \`GET /v1/frameworks\` lists their ids and names.`,
  ].join('\n\n')
}

function byName({ framework: { id, fullName }, written }: PerhapsMeant): string {
  return `**${written}** alone may mean several things. If you mean **${fullName}**, say so by its full name, or ${pin(id)}.`
}

function byTerm({ term, holders, others }: WhoseTerm): string {
  const [first] = holders
  return `**${term}** alone names no framework; it is a term of ${listed(holders, others)}. Ask "What does ${term} mean in ${first.name}?", or ${pin(first.id)}.`
}

function listed(holders: WhoseTerm['holders'], others: number): string {
  const names = holders.map(({ name }) => `**${name}**`)
  return inWords.format(others > 0 ? [...names, `${others} more`] : names)
}

function byId({ id, holders, others }: WhoseId): string {
  const [first] = holders
  return `**${id}** alone names no framework; it is an id of ${listed(holders, others)}. Ask for "${first.name} ${id}", or ${pin(first.id)}.`
}

function pin(id: string): string {
  return `pin its id in the request: \`"svc": {"frameworks": ["${id}"]}\``
}
