import { expect, test } from 'vitest'
import { partsOf } from '../../../src/domain/registry/control-parts.ts'

test.each([
  ['a text without labels is all intent', 'Keys are kept apart.', { intent: 'Keys are kept apart.' }],
  [
    'evidence, test step and finding are cut off in any order',
    'Keys are kept apart. Finding: one vault. Evidence: key list. Test: open a vault.',
    { intent: 'Keys are kept apart.', evidence: 'key list.', test: 'open a vault.', finding: 'one vault.' },
  ],
  [
    'no word of a second finding is lost',
    'Policies exist. Finding: copied from the standard. Finding: never reviewed.',
    { intent: 'Policies exist.', finding: 'copied from the standard. never reviewed.' },
  ],
])('%s', (_, text, parts) => {
  expect(partsOf({ text })).toEqual(parts)
})
