import { distance } from 'fastest-levenshtein'
import type { Crosswalk } from './crosswalk.ts'
import type { Framework } from './framework.ts'
import type { RegionAggregator } from './regions.ts'

/** The frameworks the service knows, loaded once and never changed while it runs. */
export class Registry {
  /** In canonical order (by id): the order of the catalog, of the prompt and of every disclosure. */
  readonly frameworks: readonly Framework[]
  readonly regions: readonly RegionAggregator[]
  readonly crosswalks: readonly Crosswalk[]
  readonly #byId: ReadonlyMap<string, Framework>
  readonly #byPair: ReadonlyMap<string, Crosswalk>

  constructor(
    frameworks: readonly Framework[],
    regions: readonly RegionAggregator[],
    crosswalks: readonly Crosswalk[] = [],
  ) {
    this.frameworks = [...frameworks].sort((a, b) => (a.id < b.id ? -1 : 1))
    this.regions = regions
    this.crosswalks = crosswalks
    this.#byId = new Map(this.frameworks.map((framework) => [framework.id, framework]))
    this.#byPair = new Map(crosswalks.map((crosswalk) => [`${crosswalk.a} ${crosswalk.b}`, crosswalk]))
  }

  get(id: string): Framework | undefined {
    return this.#byId.get(id)
  }

  /** The mappings between two frameworks, whichever of them they were written from. */
  crosswalk(one: string, other: string): Crosswalk | undefined {
    return this.#byPair.get(`${one} ${other}`) ?? this.#byPair.get(`${other} ${one}`)
  }

  /** Every crosswalk that one of its two sides is this framework's. */
  crosswalksOf(id: string): Crosswalk[] {
    return this.crosswalks.filter(({ a, b }) => a === id || b === id)
  }

  /** The given frameworks, whole or cut, in canonical order. */
  inOrder(frameworks: Iterable<Framework>): Framework[] {
    return [...new Set(frameworks)].sort((a, b) => (a.id < b.id ? -1 : 1))
  }

  /** The ids nearest to one that does not exist, best first; at most three, none where nothing is near. */
  nearest(id: string): string[] {
    const asked = spaced(id.slice(0, 64))
    const most = Math.max(1, Math.floor(asked.length / 3))
    // What is that much longer or shorter is further away: most names need no comparison.
    const mayBeNear = (name: string): boolean => Math.abs(name.length - asked.length) <= most
    return this.frameworks
      .map((framework) => {
        const { id: own, name, names, ambiguousNames } = framework
        const contains = asked.length > 2 && [own, name].some((one) => spaced(one).includes(asked))
        const all = [own, name, ...names, ...ambiguousNames].filter(mayBeNear)
        const away = contains ? 0 : Math.min(...all.map((one) => distance(asked, spaced(one))))
        // An id is within others: `hds` in `ehds`.
        return { id: own, away: spaced(own) === asked ? -1 : away }
      })
      .filter(({ away }) => away <= most)
      .sort((a, b) => a.away - b.away)
      .slice(0, 3)
      .map((near) => near.id)
  }
}

function spaced(name: string): string {
  return name.toLowerCase().replaceAll('-', ' ')
}
