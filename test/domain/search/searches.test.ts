import { expect, test } from 'vitest'
import { Searches } from '../../../src/domain/search/searches.ts'
import { realRegistry, freshSearches, realThesaurus, realVectors } from '../real-registry.ts'

const registry = await realRegistry()
const LIMITS = { controls: 3, notes: 2 }

test('the search of a large framework is made in many turns, and finds what one made at once finds', async () => {
  const framework = registry.get('nist-800-53')
  if (!framework) throw new Error('no such framework')
  const [inTurns, atOnce] = [await freshSearches(), await freshSearches()]
  let turns = 0
  let made = false
  const tick = (): void => {
    turns += 1
    if (!made) setImmediate(tick)
  }
  setImmediate(tick)
  await inTurns.prepared(framework)
  made = true
  expect(turns).toBeGreaterThan(20)
  for (const question of ['How do we review access rights?', 'AC-2', 'incident response plan']) {
    expect(inTurns.of(framework).find(question, LIMITS)).toEqual(atOnce.of(framework).find(question, LIMITS))
  }
})

test('several who need a search at the same time share one, and whoever cannot wait gets it at once', async () => {
  const framework = registry.get('gdpr')
  if (!framework) throw new Error('no such framework')
  const searches = await freshSearches()
  const preparing = [searches.prepared(framework), searches.prepared(framework)]
  const { controls } = searches.of(framework).find('What must a processor contract hold?', LIMITS)
  expect(controls[0]?.id).toMatch(/^Art\. 28/)
  await Promise.all(preparing)
  expect(searches.of(framework).find('What must a processor contract hold?', LIMITS).controls).toEqual(
    controls,
  )
})

test('those asked for last are kept, and the others let go', async () => {
  const small = registry.get('irap')
  if (!small) throw new Error('no such framework')
  const searches = await freshSearches()
  const [first, ...others] = Array.from({ length: 25 }, (_, index) => ({ ...small, id: `irap-${index}` }))
  if (!first) throw new Error('there are several')
  const search = searches.of(first)
  for (const framework of others.slice(1)) searches.of(framework)
  expect(searches.of(first)).toBe(search)
  for (const framework of others) searches.of(framework)
  expect(searches.of(first)).not.toBe(search)
})

test('what words mean is read once, and again only where it could not be read', async () => {
  const [one, other] = [registry.get('irap'), registry.get('gdpr')]
  if (!one || !other) throw new Error('no such framework')
  let reads = 0
  const read = async (): ReturnType<typeof realVectors> => {
    reads += 1
    if (reads === 1) throw new Error('too many open files')
    return realVectors()
  }
  const searches = new Searches(await realThesaurus(), read)
  await expect(searches.preparedStatements(one)).rejects.toThrow('too many open files')
  expect((await searches.preparedStatements(one)).statements.length).toBeGreaterThan(0)
  await searches.preparedStatements(other)
  expect(reads).toBe(2)
})
