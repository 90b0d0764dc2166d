import { tokenize } from '../../src/domain/text/tokens.ts'
import type { Framework } from '../../src/domain/registry/framework.ts'
import { checkData } from './check-data.ts'
import { plainFaults } from './check-plain.ts'
import { PointExtent } from '../../src/domain/references/point-extent.ts'
import { splitId } from '../../src/domain/references/written-id.ts'
import type { IdList } from '../../src/domain/registry/id-list.ts'
import type { Remark } from './remark.ts'

/** Larger modules are split into parts. */
const TOKENS_MOST = 24_000

/** A text of fewer words describes nothing. */
const WORDS_LEAST = 8

/** Nobody reads a longer list of other names. */
const ALIASES_MOST = 8

/** A review older than this is stale, in days. */
const REVIEW_DAYS = 365

const DAY = 86_400_000

/**
 * Everything that is wrong with the registry's content, or will soon be. `outside` are the frameworks that modules map to and the
 * registry does not hold; `today` is a date, `YYYY-MM-DD`.
 */
export function checkContent(
  frameworks: readonly Framework[],
  lists: ReadonlyMap<string, IdList>,
  outside: ReadonlySet<string>,
  today: string,
): Remark[] {
  return [
    ...frameworks.flatMap((framework) => [
      ...ids(framework, lists.get(framework.id)),
      ...texts(framework),
      ...sizes(framework),
      ...mappings(framework, lists, outside),
      ...listedNames(framework),
      ...review(framework, today),
      ...checkData(framework, framework.data, lists.get(framework.id), today),
      ...plainFaults(framework, framework.data),
      ...neighbours(framework, lists),
    ]),
    ...sharedNames(frameworks),
    ...pairsToldTwice(frameworks),
  ]
}

function ids({ id: framework, controls }: Framework, list: IdList | undefined): Remark[] {
  if (!list) return [{ framework, level: 'error', text: 'there is no list of its ids' }]
  const described = new Set(controls.map(({ id }) => id))
  const known = new Set([...list.headline, ...list.finer])
  return [
    ...list.headline
      .filter((id) => !described.has(id))
      .map((id): Remark => ({ framework, level: 'error', text: `${id} is not described` })),
    ...[...described]
      .filter((id) => !known.has(id))
      .map((id): Remark => ({ framework, level: 'error', text: `${id} does not exist` })),
    ...list.points
      .filter((range) => ![...known].some((id) => isOf(range, id)))
      .map((range): Remark => ({ framework, level: 'error', text: `${range} is of no id that exists` })),
    ...beyondCounted([...known], list).map((id): Remark => ({
      framework,
      level: 'error',
      text: `${id} is behind the last that was counted`,
    })),
  ]
}

/** Whether a range of paragraphs or points is of an article or annex, or of one that an id is a point of. */
function isOf(range: string, id: string): boolean {
  const above = range.slice(0, range.indexOf('(')).trim()
  return id === above || id.startsWith(`${above}(`) || id.startsWith(`${above} (`)
}

/** Ids that the counted paragraphs and points of the same list deny. */
function beyondCounted(ids: readonly string[], { points }: IdList): string[] {
  const extent = new PointExtent()
  for (const range of points) extent.learn(range)
  return ids.filter((id) => {
    const { words, parts } = splitId(id)
    return extent.isBeyond(words, parts) || extent.hasNone(words, parts)
  })
}

function texts({ id: framework, controls }: Framework): Remark[] {
  return controls
    .filter(({ text }) => text.split(/\s+/).length < WORDS_LEAST)
    .map(({ id }) => ({ framework, level: 'error', text: `${id} says nothing but its title` }))
}

function sizes({ id: framework, knowledgeTokens }: Framework): Remark[] {
  return knowledgeTokens <= TOKENS_MOST
    ? []
    : [{ framework, level: 'error', text: `${knowledgeTokens} tokens: split it into parts` }]
}

const MAPPING = /^- \*\*(?<from>.+?)\*\* → (?<to>[a-z0-9-]+) \*\*(?<id>.+?)\*\* \((?:equal|part|related)\)/

/** Both ends of a mapping must exist; of a framework outside the registry the ids are not known. */
function mappings(
  { id: framework, controls, notes }: Framework,
  lists: ReadonlyMap<string, IdList>,
  outside: ReadonlySet<string>,
): Remark[] {
  const own = new Set(controls.map(({ id }) => id))
  return notes.flatMap(({ section, text }): Remark[] => {
    const { from = '', to = '', id = '' } = (section === 'Mappings' && MAPPING.exec(text)?.groups) || {}
    if (to === '') return []
    const list = lists.get(to)
    const known = list ? [...list.headline, ...list.finer].includes(id) : outside.has(to)
    return [
      ...(own.has(from)
        ? []
        : [{ framework, level: 'error' as const, text: `maps from ${from}, which has no entry` }]),
      ...(known
        ? []
        : [{ framework, level: 'error' as const, text: `maps to ${to} ${id}, which has no entry` }]),
    ]
  })
}

/** Each neighbour is another framework of the registry, and told once. */
function neighbours({ id: framework, data }: Framework, others: ReadonlyMap<string, unknown>): Remark[] {
  const told = new Set<string>()
  return data.neighbours.flatMap(({ framework: id }): Remark[] => {
    const fault = [
      ...(others.has(id) && id !== framework ? [] : ['is no other framework']),
      ...(told.has(id) ? ['stands twice'] : []),
    ]
    told.add(id)
    return fault.map((text) => ({ framework, level: 'error', text: `neighbour ${id} ${text}` }))
  })
}

/** How two frameworks stand to each other is told on one side: two lines would come to differ. */
function pairsToldTwice(frameworks: readonly Framework[]): Remark[] {
  const tells = new Map(
    frameworks.map(({ id, data }) => [id, new Set(data.neighbours.map((one) => one.framework))]),
  )
  return [...tells].flatMap(([framework, others]) =>
    [...others]
      .filter((other) => framework < other && tells.get(other)?.has(framework) === true)
      .map((other): Remark => ({
        framework,
        level: 'error',
        text: `neighbour ${other} tells the same pair`,
      })),
  )
}

function review({ id: framework, updated }: Framework, today: string): Remark[] {
  const days = Math.floor((Date.parse(today) - Date.parse(updated)) / DAY)
  return days > REVIEW_DAYS ? [{ framework, level: 'warning', text: `last reviewed ${days} days ago` }] : []
}

/** Aliases are the few other names that people would list, each of them clear. */
function listedNames({ id: framework, name, fullName, aliases, ambiguousNames }: Framework): Remark[] {
  const own = new Set([name, fullName].map(fold))
  const unclear = new Set(ambiguousNames.map(fold))
  const texts = [
    ...(aliases.length > ALIASES_MOST
      ? [`lists ${aliases.length} aliases, ${ALIASES_MOST} at most: the others belong to its wording`]
      : []),
    ...aliases
      .filter((alias) => unclear.has(fold(alias)))
      .map((alias) => `lists the alias "${alias}", which is ambiguous`),
    ...aliases
      .filter((alias) => own.has(fold(alias)))
      .map((alias) => `lists the alias "${alias}", which is its name`),
  ]
  return texts.map((text) => ({ framework, level: 'error', text }))
}

/** A clear name belongs to one framework. */
function sharedNames(frameworks: readonly Framework[]): Remark[] {
  const owners = new Map<string, Set<string>>()
  for (const { id, name, fullName, names, ambiguousNames } of frameworks) {
    const unclear = new Set(ambiguousNames.map(fold))
    for (const folded of [name, fullName, ...names].map(fold).filter((one) => !unclear.has(one))) {
      owners.set(folded, (owners.get(folded) ?? new Set<string>()).add(id))
    }
  }
  return [...owners]
    .filter(([, claimed]) => claimed.size > 1)
    .map(([name, claimed]) => ({
      framework: [...claimed].join(', '),
      level: 'error',
      text: `all claim the name "${name}"`,
    }))
}

function fold(name: string): string {
  return tokenize(name)
    .map(({ text }) => text)
    .join(' ')
}
