import { expect, test } from 'vitest'
import { uri } from '../../../src/domain/oscal/uri.ts'

test.each([
  ['ASCII stays', 'https://www.iso.org/standard/27001', 'https://www.iso.org/standard/27001'],
  [
    'a path in another script is percent-encoded',
    'https://www.law.go.kr/법령/개인정보보호법',
    'https://www.law.go.kr/%EB%B2%95%EB%A0%B9/%EA%B0%9C%EC%9D%B8%EC%A0%95%EB%B3%B4%EB%B3%B4%ED%98%B8%EB%B2%95',
  ],
  ['nothing is encoded twice', 'https://a.example/Control%20-%20B', 'https://a.example/Control%20-%20B'],
  ['a host keeps to ASCII too', 'https://bücher.example/', 'https://xn--bcher-kva.example/'],
  [
    'so do query and fragment, and what browsers leave as it is',
    'https://a.example/x[1]|{2}?q=^é#§ 3',
    'https://a.example/x%5B1%5D%7C%7B2%7D?q=%5E%C3%A9#%C2%A7%203',
  ],
])('%s', (_, address, expected) => {
  expect(uri(address)).toBe(expected)
})
