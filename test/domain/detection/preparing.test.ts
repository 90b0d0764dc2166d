import { expect, test } from 'vitest'
import { Detector } from '../../../src/domain/detection/detector.ts'
import { realRegistry } from '../real-registry.ts'

const registry = await realRegistry()

test('the names are read in many turns, once, and the first conversations wait for them', async () => {
  const detector = new Detector(registry)
  let turns = 0
  let done = false
  const tick = (): void => {
    turns += 1
    if (!done) setImmediate(tick)
  }
  setImmediate(tick)
  const [first, second] = await Promise.all([
    detector.detect([{ role: 'user', content: 'What does the GDPR say of breaches?' }]),
    detector.detect([{ role: 'user', content: 'What is in SOC 2?' }]),
  ])
  done = true
  expect(first.detections.map(({ framework }) => framework.id)).toEqual(['gdpr'])
  expect(second.detections.map(({ framework }) => framework.id)).toEqual(['soc-2'])
  expect(turns).toBeGreaterThan(registry.frameworks.length)
  expect(await detector.prepare()).toBe(await detector.prepare())
})
