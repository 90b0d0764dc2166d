import { idsOf } from '../../src/domain/references/undescribed-ids.ts'
import type { Framework } from '../../src/domain/registry/framework.ts'
import {
  fitsId,
  type Deadline,
  type EditionMoves,
  type Fact,
  type KnowledgeData,
} from '../../src/domain/registry/knowledge-data.ts'
import type { SizeTest } from '../../src/domain/registry/size-test.ts'
import type { IdList } from '../../src/domain/registry/id-list.ts'
import type { Remark } from './remark.ts'
import { isWritten } from './written-values.ts'

/** A volatile claim that nobody looked at for longer is stale, in days. */
const VERIFIED_DAYS = 90

const DAY = 86_400_000

/** A quotation longer than this is no answer, in words. */
const QUOTED_WORDS_MOST = 70

/** Something that quotes the module. */
interface Claim {
  name: string
  says: string
  source?: string
  control?: string | undefined
  verifiedOn?: string | undefined
  /** Whether it may change soon. */
  volatile?: boolean
}

/**
 * Everything that is wrong with a framework's data: a quotation that is not in the module, an unknown id or source, a value that its
 * quotation does not write, a fact that stands twice and differs, a date to come that nobody verified. `today` is `YYYY-MM-DD`.
 */
export function checkData(
  framework: Pick<Framework, 'id' | 'body' | 'parts' | 'controls' | 'editions' | 'undescribed'>,
  data: KnowledgeData,
  list: IdList | undefined,
  today: string,
): Remark[] {
  const error = (text: string): Remark => ({ framework: framework.id, level: 'error', text })
  const lines = [framework.body, ...framework.parts.map(({ body }) => body)].flatMap((body) =>
    body.split('\n'),
  )
  const described = new Set(framework.controls.map(({ id }) => id))
  const claims = claimsOf(data, today)
  return [
    ...claims.flatMap(({ name, says, source, control }) => [
      ...(lines.some((line) => line.includes(says))
        ? []
        : [error(`${name}: no line of the module says "${says}"`)]),
      ...(says.split(/\s+/).length <= QUOTED_WORDS_MOST ? [] : [error(`${name}: quotes too much`)]),
      ...(says.endsWith(':') ? [error(`${name}: its words announce what they do not say`)] : []),
      ...(source === undefined || source in data.sources
        ? []
        : [error(`${name}: the source "${source}" is not told`)]),
      ...(control === undefined || described.has(control) ? [] : [error(`${name}: ${control} has no entry`)]),
    ]),
    ...claims.flatMap((claim) => verified(framework.id, claim, today)),
    ...data.deadlines.flatMap((deadline) => deadlineFaults(deadline, today).map(error)),
    ...data.facts.flatMap((fact) => factFaults(fact).map(error)),
    ...contradictions(data.facts).map(error),
    ...data.sizes.flatMap((size) => sizeFaults(size).map(error)),
    ...data.obligations.flatMap(({ ids }) =>
      ids
        .filter((pattern) => ![...described].some((id) => fitsId(pattern, id)))
        .map((pattern) => error(`obligations: ${pattern} means no control`)),
    ),
    ...moveFaults(data, framework, list).map(error),
    ...unusedSources(data, claims).map(error),
  ]
}

function claimsOf(data: KnowledgeData, today: string): Claim[] {
  return [
    ...Object.entries(data.profile).flatMap(([key, says]) =>
      says === undefined ? [] : [{ name: `profile.${key}`, says }],
    ),
    ...data.deadlines.map((one) => ({
      ...one,
      name: `deadline "${one.what}"`,
      volatile: one.status !== 'in-force' || ('on' in one && one.on > today),
    })),
    ...data.facts.map((one) => ({ ...one, name: `fact "${one.subject}"` })),
    ...data.rulings.map((one) => ({ ...one, name: `ruling "${one.claim}"` })),
    ...data.sizes.map((one) => ({ ...one, name: `size "${one.claim}"` })),
    ...data.neighbours.map((one) => ({ ...one, name: `neighbour ${one.framework}` })),
  ]
}

function verified(framework: string, { name, verifiedOn, volatile }: Claim, today: string): Remark[] {
  if (verifiedOn === undefined)
    return volatile === true
      ? [{ framework, level: 'error', text: `${name} may change and has no verifiedOn` }]
      : []
  if (verifiedOn > today) return [{ framework, level: 'error', text: `${name} was verified in the future` }]
  const days = Math.floor((Date.parse(today) - Date.parse(verifiedOn)) / DAY)
  return days > VERIFIED_DAYS
    ? [{ framework, level: 'warning', text: `${name} was last verified ${days} days ago` }]
    : []
}

/** Words by which a text says that something is not law yet, or not as it was. */
const NOT_LAW =
  /propos|draft|bill|plan|consult|pending|not yet|expected|would|postpon|delay|put off|moved|defer|suspend|unless|if adopted|until/i

/** Words by which a text speaks of what has yet to happen. */
const TO_COME = /\b(?:coming|upcoming|will apply|to come)\b/i

function deadlineFaults(deadline: Deadline, today: string): string[] {
  const name = `deadline "${deadline.what}"`
  const date = 'on' in deadline ? deadline.on : undefined
  return [
    ...(date !== undefined && date <= today && TO_COME.test(deadline.says)
      ? [`${name} is past and told as coming`]
      : []),
    ...(deadline.status !== 'in-force' && !NOT_LAW.test(deadline.says)
      ? [`${name} is ${deadline.status} and told as law`]
      : []),
    ...(date !== undefined && !isWritten(date, deadline.says)
      ? [`${name}: ${date} is not in its words`]
      : []),
    ...('clock' in deadline &&
    deadline.clock.within !== undefined &&
    !isWritten(deadline.clock.within, deadline.says)
      ? [`${name}: ${deadline.clock.within} is not in its words`]
      : []),
  ]
}

function factFaults({ subject, value, says }: Fact): string[] {
  const values = Array.isArray(value) ? value : [value]
  return values
    .filter((one) => !isWritten(one, says))
    .map((one) => `fact "${subject}": ${one} is not in its words`)
}

function sizeFaults({ claim, anyOf, says }: SizeTest): string[] {
  return anyOf.flat().flatMap(({ measure, value, unit }) => {
    const isMoney = measure === 'turnover' || measure === 'balance'
    return [
      ...(isWritten(value, says) ? [] : [`size "${claim}": ${value} is not in its words`]),
      ...(isMoney === (unit !== undefined)
        ? []
        : [`size "${claim}": money has a currency, and nothing else`]),
    ]
  })
}

/** The same subject of the same kind with two values. */
function contradictions(facts: readonly Fact[]): string[] {
  const told = new Map<string, string>()
  return facts.flatMap(({ kind, subject, unit, value }) => {
    const key = `${kind} ${subject.toLowerCase()} ${unit ?? ''}`
    const written = JSON.stringify(value)
    const before = told.get(key)
    told.set(key, written)
    if (before === undefined) return []
    return [
      before === written ? `fact "${subject}" stands twice` : `fact "${subject}" stands twice and differs`,
    ]
  })
}

function moveFaults(
  { editions, sources }: KnowledgeData,
  { controls, undescribed }: Pick<Framework, 'controls' | 'undescribed'>,
  list: IdList | undefined,
): string[] {
  const current = new Set([
    ...controls.map(({ id }) => id),
    ...undescribed.flatMap(idsOf),
    ...(list?.headline ?? []),
    ...(list?.finer ?? []),
  ])
  return editions.flatMap(({ from, to, source, moves }) => {
    const name = `editions ${from} to ${to}`
    return [
      ...(source in sources ? [] : [`${name}: the source "${source}" is not told`]),
      ...moves.flatMap((move) => {
        const line = `${name}: ${move.kind} ${move.old.join(', ')} → ${move.new.join(', ')}`
        const shape = SHAPES[move.kind](move.old.length, move.new.length)
        return [
          ...(shape ? [] : [`${line}: not what the kind says`]),
          ...move.new.filter((id) => !current.has(id)).map((id) => `${line}: ${id} does not exist`),
        ]
      }),
    ]
  })
}

/** How many old and new ids a move of each kind has. */
const SHAPES: Record<EditionMoves['moves'][number]['kind'], (old: number, fresh: number) => boolean> = {
  renumbered: (old, fresh) => old === 1 && fresh === 1,
  changed: (old, fresh) => old === 1 && fresh === 1,
  merged: (old, fresh) => old > 1 && fresh === 1,
  split: (old, fresh) => old === 1 && fresh > 1,
  withdrawn: (old, fresh) => old === 1 && fresh === 0,
  new: (old, fresh) => old === 0 && fresh === 1,
}

function unusedSources({ sources, editions }: KnowledgeData, claims: readonly Claim[]): string[] {
  const used = new Set([...claims.map(({ source }) => source), ...editions.map(({ source }) => source)])
  return Object.keys(sources)
    .filter((key) => !used.has(key))
    .map((key) => `nothing stands on the source "${key}"`)
}
