import { expect, test } from 'vitest'
import { nameUuid } from '../../../src/domain/oscal/name-uuid.ts'

/** As other makers of version 5 make them in the same namespace. */
test.each([
  ['party svc', '86ba30c7-f1e8-5c6f-bb32-e1e24c6a73ab'],
  ['Données', 'd8c98fb3-41a6-55ef-84a8-dbb876ca45ee'],
])('the name %s has the UUID that it has everywhere', (name, uuid) => {
  expect(nameUuid(name)).toBe(uuid)
})
