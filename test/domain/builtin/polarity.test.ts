import { expect, test } from 'vitest'
import { isOfOpposite } from '../../../src/domain/builtin/polarity.ts'

test.each([
  ['We lost a tape, it was encrypted.', 'A device whose data were not encrypted is presumed a breach.', true],
  ['An unencrypted laptop was stolen.', 'A laptop whose disk was encrypted holds no such data.', true],
  ['The stick was unencrypted.', 'A device whose data were not encrypted is presumed a breach.', false],
  ['The stick was encrypted.', 'Encrypted or not encrypted, it is reported.', false],
  ['The stick was lost.', 'A device that was not encrypted is presumed a breach.', false],
  ['Our united team needed it.', 'It is not needed by a united team.', true],
])('whether a text speaks of the opposite: %s / %s', (question, text, opposite) => {
  expect(isOfOpposite(question, text)).toBe(opposite)
})
