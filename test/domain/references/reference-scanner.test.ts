import * as fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { ReferenceIndex } from '../../../src/domain/references/reference-index.ts'
import { citation, type Framework } from '../../../src/domain/registry/framework.ts'
import { pick, realRegistry } from '../real-registry.ts'
import { idsIn, referencesOf } from './scanning.ts'
import { WRITTEN } from './written-ids.ts'

const registry = await realRegistry()
const everyFramework = registry.frameworks.map((framework) => [framework.id, framework] as const)
const one = (id: string, text: string): string[] => idsIn(pick(registry, id), text)
const isRange = (id: string): boolean => /\)-\(/.test(id)
/** An id without a digit is a word or phrase; only an annex, letters joined by hyphens and Roman numerals are looked for without one. */
const isPhrase = (id: string): boolean =>
  !/\d/.test(id) && !/^(?:Annex|Appendix) |^[A-Z]+(?:-[A-Z]+)+$|\p{L} \(?[IVX]+\)?$/iu.test(id)

describe('every id of a module, written as the module writes it, is found and known', () => {
  const places: ((cited: string) => string)[] = [
    (cited) => cited,
    (cited) => `As ${cited} says.`,
    (cited) => `It follows from ${cited}.`,
    (cited) => `(${cited}), "${cited}"; \`${cited}\`? ${cited}!`,
    (cited) => `- **${cited}**: do it\n- *${cited}*, again`,
    (cited) => `| Id | Text |\n| --- | --- |\n| ${cited} | do it |`,
    (cited) => `The list ends with ${cited}\nand goes on.\n\n${cited}\n\nEnd.`,
    (cited) => `${cited} – the first\r\n${cited} - the second`,
  ]

  test.each(everyFramework)('%s', (id, framework) => {
    const ids = framework.controls
      .map((control) => control.id)
      .filter((control) => !isRange(control) && !isPhrase(control))
    const missed = ids.flatMap((control) =>
      places
        .map((place) => place(citation(framework, control)))
        .filter((text) => {
          const wanted = JSON.stringify([{ id: control, framework: id, known: true, status: 'current' }])
          return JSON.stringify(referencesOf([framework], text)) !== wanted
        }),
    )
    expect(missed).toEqual([])
  })

  test('those too that a structure has and its module does not describe, but for headings and mere decimals', () => {
    const isFound = (framework: Framework, cited: string): boolean =>
      referencesOf([framework], `As ${cited} says.`).some(
        ({ known, status }) => known && status === 'current',
      )
    const missed = registry.frameworks.flatMap((framework) =>
      framework.listed
        .filter((id) => /\d/.test(id) && !isPhrase(id))
        .map((id) => citation(framework, id))
        .filter((cited) => !/^\d+\.\d+$/.test(cited) && !isFound(framework, cited))
        .map((cited) => `${framework.id} ${cited}`),
    )
    expect(missed).toEqual([])
  })

  test('except words and phrases, which are never looked for', () => {
    const phrases = registry.frameworks.flatMap((framework) =>
      framework.controls.filter(({ id }) => isPhrase(id)).map(({ id }) => [framework, id] as const),
    )
    expect(phrases.length).toBeGreaterThan(10)
    expect(phrases.flatMap(([framework, id]) => idsIn([framework], `As ${id} says: ${id}.`))).toEqual([])
  })

  test('a part of a range is known under an id that is written like one', () => {
    expect(one('hipaa', 'See § 164.512(g).')).toEqual(['164.512(g)'])
  })
})

describe('an id is known however it is written', () => {
  test.each(WRITTEN)('%s: %s is %s', (framework, written, id) => {
    const texts = [`As ${written} says.`, `${written}:`, `(${written})`, `| ${written} |`, `x\n${written}\ny`]
    expect(texts.map((text) => one(framework, text))).toEqual(texts.map(() => [id]))
  })

  test('the words "Annex A" may stand before an id or not; a number behind them alone is no claim', () => {
    expect(one('iso-27001', 'Annex A.5.1, A.5.2 and Annex A A.5.3')).toEqual(['A.5.1', 'A.5.2', 'A.5.3'])
    expect(one('iso-27001', 'Annex A 5.99')).toEqual([])
  })
})

describe('an id that the module does not have', () => {
  test.each([
    ['soc-2', 'cc6.9', 'CC6.9'],
    ['nist-csf', 'gv.oc-6', 'GV.OC-06'],
    ['iso-27001', 'a.5.38', 'A.5.38'],
    ['gdpr', 'Artikel 100', 'Art. 100'],
    ['pci-dss', 'Requirement 8.3.99', '8.3.99'],
    ['uk-gdpr', 'Article 84Z', 'Art. 84Z'],
    ['nist-800-171', 'Requirement 03.01.29', '03.01.29'],
    ['hitrust-csf', 'control 09.zz', '09.zz'],
    ['nca-ecc', 'Control 1-1-19', '1-1-19'],
    ['nerc-cip', 'CIP-013-2 R9', 'CIP-013-2 R9'],
    ['eu-mdr', 'Annex I GSPR 99', 'Annex I GSPR 99'],
    ['eu-mdr', 'Annex VIII Rule 99', 'Annex VIII Rule 99'],
    ['hipaa', '§ 164.312(z)(1)', '164.312(z)(1)'],
    ['saudi-pdpl', 'IR Article 77', 'IR Art. 77'],
    ['singapore-pdpa', 'First Schedule Part 99', 'First Schedule Part 99'],
    ['owasp-llm-top-10', 'LLM11:2026', 'LLM11'],
    ['owasp-llm-top-10', 'LLM11:2025', 'LLM11:2025'],
    ['essential-eight', 'patch applications ML7', 'Patch applications ML7'],
    ['essential-eight', 'Patch operating systems ML7', 'Patch operating systems ML7'],
    ['lgpd', 'Art. 95-A', 'Art. 95-A'],
    ['ens', 'op.acc.99', 'op.acc.99'],
    ['bsi-it-grundschutz', 'ORP.4.A99', 'ORP.4.A99'],
    ['nist-ssdf', 'PO.1.9', 'PO.1.9'],
    ['nis2-ir-2024-2690', 'point 6.99', '6.99'],
    ['owasp-asvs', 'requirement V5.9.9', 'V5.9.9'],
    ['owasp-asvs', 'V13.19', 'V13.19'],
    ['au-privacy-act', 'APP 14', 'APP 14'],
    ['pipeda', 'Principle 4.3.17', '4.3.17'],
    ['iec-62443', 'requirement NET 9.9', 'NET 9.9'],
  ])('%s: %s is unknown, and written as the module would write it', (framework, written, id) => {
    expect(one(framework, `As ${written} says.`)).toEqual([`${id} ?`])
  })

  test.each([
    ['nis2', 'Art. 21(2)(k)'],
    ['gdpr', 'Art. 6(1)(g)'],
    ['cra', 'Annex I Part I (2)(z)'],
  ])('%s: %s is a point beyond a list that the module gives from (a) to its end', (framework, id) => {
    expect(one(framework, `As ${id} says.`)).toEqual([`${id} ?`])
  })

  test('a point below an id counts as that id where the module goes no deeper', () => {
    expect(one('gdpr', 'Art. 99(2)')).toEqual(['Art. 99'])
    expect(one('au-privacy-act', 'APP 6.2')).toEqual(['APP 6'])
    expect(one('singapore-pdpa', 'Section 11(2)')).toEqual(['Section 11'])
    expect(one('nydfs-500', '§ 500.19(a)(1)')).toEqual(['500.19(a)'])
    expect(one('nerc-cip', 'CIP-007-6 R2 Part 2.1')).toEqual(['CIP-007-6 R2'])
    expect(one('lgpd', 'Art. 7, XX')).toEqual(['Art. 7'])
  })
})

describe('a module that describes a few of many numbers', () => {
  test.each([
    ['irap', 'ISM-0714 and ISM-1570', ['ISM-1570']],
    ['au-privacy-act', 's 26WB and s 26WE', ['s 26WE']],
    ['india-dpdp', 'Section 8(11)', ['Section 8']],
  ])('does not tell of %s which of the others exist: %s', (framework, text, ids) => {
    expect(one(framework, text)).toEqual(ids)
  })
})

describe('a module that says which ids it does not describe', () => {
  test.each([
    ['appi', 'Art. 66 and Art. 200', ['Art. 66', 'Art. 200 ?']],
    ['pipeda', 'section 6 and section 148', ['Section 6', 'Section 148 ?']],
    ['singapore-pdpa', 'Sections 10, 50 and 99', ['Section 10', 'Section 50', 'Section 99 ?']],
    ['sox-itgc', 'Section 105, Section 111 and Section 404', ['Section 105', 'Section 111 ?', 'Section 404']],
    ['australia-ism', 'ISM-2118 and ISM-9999', ['ISM-2118', 'ISM-9999 ?']],
  ])('knows them, and what there is not: %s, %s', (framework, text, ids) => {
    expect(one(framework, text)).toEqual(ids)
  })
})

describe('stems that are ordinary words, and numbers that are prices', () => {
  test.each([
    ['sox-itgc', 'Growth such as 3.12 percent, as 4.2 shows'],
    ['iec-62443', 'ASP.NET 8.0, the .NET 4.9 runtime, user 9.9 and data 7.5'],
    ['au-privacy-act', "The app 24 hours later; the company's 13 servers and Node\u2019s 26 workers"],
    ['essential-eight', 'Machine learning (ML) 3 models'],
    ['nist-ssdf', 'PO 12345'],
    ['bsi-c5', 'SP 800-53'],
    ['nydfs-500', 'EUR 500.10, $500.1, 500.20 dollars, 500.3 \u20ac and 12,500.00'],
    ['owasp-asvs', 'v3.9.1, release v4.2.1 and ASVS v5.0.0'],
    ['owasp-asvs', 'Java V17.0.2, ASVS V5.0.0 and V23.1'],
    ['nca-ecc', 'On 2024-05-01 call 1-800-555-0100'],
    ['nydfs-500', '\u00a3500.1'],
    ['iso-9001', 'Clauses 4 to 10 (7 clauses) in 10 chapters'],
  ])('are no ids of %s: %s', (framework, text) => {
    expect(one(framework, text)).toEqual([])
  })
})

describe('a list with one word in front of it', () => {
  test.each([
    ['gdpr', 'Articles 13, 14 and 120', ['Art. 13', 'Art. 14', 'Art. 120 ?']],
    ['gdpr', 'Articles 33 and 34 within 72 hours', ['Art. 33', 'Art. 34']],
    ['dora', 'Articles 28(2), 30(3)(a) and 66', ['Art. 28', 'Art. 30(3)', 'Art. 66 ?']],
    ['popia', 'Sections 19, 22 and 128', ['Section 19', 'Section 22', 'Section 128 ?']],
    ['au-privacy-act', 'APPs 1 and 11', ['APP 1', 'APP 11']],
    ['saudi-pdpl', 'IR Articles 24 and 49', ['IR Art. 24', 'IR Art. 49 ?']],
    ['pci-dss', 'Requirements 8.4.2, 8.5.11 and 9.3.4', ['8.4.2', '8.5.11 ?', '9.3.4']],
    ['swift-cscf', 'Controls 1.1 to 6.4', ['1.1', '6.4']],
    ['gdpr', 'Art. 13, 14 und 15 DSGVO', ['Art. 13', 'Art. 14', 'Art. 15']],
    ['gdpr', 'Art. 33 et 34 du RGPD', ['Art. 33', 'Art. 34']],
    ['iso-27001', 'Clause 6.1.2 and 6.1.3 of the standard', ['6.1.2', '6.1.3']],
  ])('%s: %s', (framework, text, ids) => {
    expect(one(framework, `As ${text} say.`)).toEqual(ids)
  })

  test.each([
    ['gdpr', 'Article 33 and 3 days, Art. 6 and 7 people', ['Art. 33', 'Art. 6']],
    ['gdpr', 'Art. 33 und 72 Stunden, 2 Tage', ['Art. 33']],
    ['gdpr', 'Articles 13 and 2016', ['Art. 13']],
    ['gdpr', 'Articles 13. And 14 people', ['Art. 13']],
    ['gdpr', 'Articles on trains and 15 people', []],
  ])('is over where the numbers mean something else: %s, %s', (framework, text, ids) => {
    expect(one(framework, text)).toEqual(ids)
  })
})

describe('a letter on the number of an article is an article of its own', () => {
  test.each([
    ['uk-gdpr', 'Art. 45K', 'Art. 45K ?'],
    ['uk-gdpr', 'Article 45A', 'Art. 45A'],
    ['fadp', 'Art. 44c', 'Art. 44c ?'],
    ['singapore-pdpa', 'Section 15K', 'Section 15K ?'],
    ['lgpd', 'art. 58-R', 'Art. 58-R ?'],
    ['eu-ai-act', 'Article 60(k)', 'Art. 60'],
    ['singapore-pdpa', 'Section 26D(1)', 'Section 26D'],
    ['quebec-law-25', 'Section 3.19', 'Section 3.19 ?'],
    ['pipeda', 'section 10.1(2)', 'Section 10.1'],
    ['gdpr', 'Art. 99 lit. a', 'Art. 99'],
  ])('%s: %s is %s', (framework, text, id) => {
    expect(one(framework, `As ${text} says.`)).toEqual([id])
  })
})

describe('several frameworks that share a form', () => {
  const both = pick(registry, 'dora', 'gdpr')
  const found = (text: string): string[] =>
    referencesOf(both, text).map(({ framework, id, known }) => `${framework} ${id}${known ? '' : ' ?'}`)

  test.each([
    ['GDPR: Art. 33. DORA: Art. 33.', ['gdpr Art. 33', 'dora Art. 33']],
    [
      'Under DORA, Art. 33 and Art. 34; under the GDPR Art. 33',
      ['dora Art. 33', 'dora Art. 34', 'gdpr Art. 33'],
    ],
    ['DORA first.\n\nThen GDPR.\n\nArt. 33 applies.', ['gdpr Art. 33']],
    ['GDPR.\n\nRegulation (EU) 2022/2554\n\n| Art. 33 |', ['dora Art. 33']],
  ])('%j: the framework named last is meant', (text, references) => {
    expect(found(text)).toEqual(references)
  })

  test('an id that only one of them has is its, whichever was named last', () => {
    expect(found('DORA: Art. 99')).toEqual(['gdpr Art. 99'])
  })

  test('an id that none of them has is unknown to the one named last', () => {
    expect(found('GDPR and DORA: Art. 300')).toEqual(['dora Art. 300 ?'])
    expect(found('DORA and GDPR: Art. 300')).toEqual(['gdpr Art. 300 ?'])
  })
})

describe('an answer that arrives in pieces', () => {
  const frameworks: readonly Framework[] = pick(registry, 'gdpr', 'soc-2', 'nist-800-53', 'pci-dss', 'cra')
  const answer = [
    'Under **GDPR**, Art. 33(1) and Artikel 6 Abs. 1 lit. a; see CC6.1, cc 6.9 and AC-02(01).',
    '| Id | Note |\r\n| AC-2 (1) | Requirement 8.3.6 |\n\nAnnex I Part I (2)(d) of the CRA, Art. 13.\u00a0',
    'SOC\u00ad 2: A1.2; ＣＣ7.1; 🙂 Art. 400. Versions 3.2.1 and 10.0.0.1.',
  ].join('\n')
  const whole = referencesOf(frameworks, answer)

  test('gives the same references cut at any one place', () => {
    expect(whole.length).toBeGreaterThan(10)
    for (let at = 0; at <= answer.length; at += 1)
      expect(referencesOf(frameworks, answer.slice(0, at), answer.slice(at))).toEqual(whole)
  })

  test('gives the same references cut at any places, whatever stands between', () => {
    const words = fc.constantFrom(
      'Art. 33',
      'CC6.1',
      'AC-2(1)',
      'GDPR',
      'SOC 2',
      '\n',
      ' ',
      '8.3.6',
      '(',
      '.',
    )
    const texts = fc.array(fc.oneof(words, fc.string({ unit: 'binary' })), { maxLength: 60 })
    fc.assert(
      fc.property(texts, fc.array(fc.nat(400), { maxLength: 8 }), (parts, cuts) => {
        const text = parts.join('')
        const places = [0, ...cuts.toSorted((a, b) => a - b), text.length]
        const pieces = places.slice(1).map((to, index) => text.slice(places[index], to))
        const joined = pieces.join('')
        expect(referencesOf(frameworks, ...pieces)).toEqual(referencesOf(frameworks, joined))
      }),
    )
  })

  test.each(['Art. 33', 'CC6.1', 'AC-2(1)', 'Requirement 8.3.99', 'Annex I Part I (2)(d)'])(
    'finds %s at every place of a line of 20,000 characters',
    (id) => {
      const [whatItIs] = idsIn(frameworks, id)
      const missed = Array.from({ length: 80 }, (_, index) => 8_192 - 60 + index).filter((offset) => {
        const text = `${'word '.repeat(1_700).slice(0, offset)} ${id} ${'word '.repeat(2_000)}`
        return idsIn(frameworks, text).join() !== whatItIs
      })
      expect(missed).toEqual([])
    },
  )

  test('gives the same references where a long line is cut near the places at which it is read', () => {
    const ids = Array.from({ length: 3_000 }, (_, index) => `CC${index + 10}.1`).join(', Art. ')
    for (const text of [ids, ids.replaceAll(' ', ''), `${ids.slice(0, 8_220)}\n${ids.slice(8_220)}`]) {
      const references = referencesOf(frameworks, text)
      for (let at = 8_150; at < 8_300; at += 7)
        expect(
          referencesOf(frameworks, text.slice(0, at), text.slice(at, at + 40), text.slice(at + 40)),
        ).toEqual(references)
    }
  })

  test('reads no shorter id out of a long line without spaces', () => {
    const text = `${'"x":1,'.repeat(1_500).slice(0, 8_187)},AC-21,`
    for (let more = 0; more < 6; more += 1)
      expect(idsIn(frameworks, `${'"'.repeat(more)}${text}`)).toEqual(['AC-21'])
  })
})

describe('the work', () => {
  afterEach(() => {
    vi.restoreAllMocks()
  })

  /** How often a token is looked at while a text is read. */
  function looks(
    text: string,
    frameworks: readonly Framework[] = pick(registry, 'gdpr', 'iso-27001', 'soc-2', 'hipaa'),
  ): number {
    let count = 0
    const at = Reflect.get(ReferenceIndex.prototype, 'at')
    vi.spyOn(ReferenceIndex.prototype, 'at').mockImplementation(function (
      this: ReferenceIndex,
      tokens,
      from,
    ) {
      const counted = new Proxy(tokens, {
        get: (target, key) => {
          if (typeof key === 'string' && /^\d+$/.test(key)) count += 1
          return Reflect.get(target, key) as unknown
        },
      })
      return at.call(this, counted, from)
    })
    referencesOf(frameworks, text)
    vi.restoreAllMocks()
    return count
  }

  const prose =
    'Under Art. 33 the controller tells the authority; CC6.1 and A.5.20 help. Version 3.2.1 of 2024-05-01.\n'

  test('on 1 MB is at most three looks for each character', () => {
    const text = prose.repeat(Math.ceil(1_000_000 / prose.length))
    expect(looks(text) / text.length).toBeLessThan(3)
  })

  test.each([
    ['prose', prose],
    ['one stem after another', 'Art. Art. '],
    ['letters with dots', 'A.A.A.B '],
    ['letters with dots and no end', 'A.'],
    ['numbers with dots and no end', '6.1.'],
    ['brackets', 'Art. 33(1)(a)('],
    ['articles without an end', 'art 1.1.1.'],
    ['lists without an end', 'articles 1, '],
    ['conjunctions', '1 and '],
    ['fillers', 'art 1 lit a '],
  ])('at most doubles with the text: %s', (_what, unit) => {
    const half = unit.repeat(Math.ceil(2_000 / unit.length))
    const [once, twice] = [looks(half), looks(half + half)]
    expect(once).toBeGreaterThan(0)
    // A list looks back a bounded way; less of it at the beginning of a text.
    expect(twice).toBeLessThanOrEqual(2 * once + 3_000)
  })

  test.each([
    ['prose', prose],
    ['numbers with hyphens', '1-1-'],
    ['two letters behind numbers', '09.aa.'],
    ['words of a stem', 'patch operating systems '],
    ['fillers that only one framework knows', 'annex i gspr 1 '],
    ['commas', 'art 7, i, '],
    ['requirements', 'cip-003-9 r1 '],
    ['years', 'llm01:2025:'],
  ])('at most doubles with the text, read for every framework: %s', (_what, unit) => {
    const half = unit.repeat(Math.ceil(1_000 / unit.length))
    const [once, twice] = [looks(half, registry.frameworks), looks(half + half, registry.frameworks)]
    expect(twice).toBeLessThanOrEqual(2 * once + 200 * registry.frameworks.length)
  })

  test('at most 500 references are listed', () => {
    const many = Array.from({ length: 2_000 }, (_, index) => `CC${index + 10}.1`).join(' ')
    expect(referencesOf(pick(registry, 'soc-2'), many)).toHaveLength(500)
  })

  test('without modules nothing is listed', () => {
    expect(referencesOf([], 'Art. 33, CC6.1 and AC-2')).toEqual([])
  })
})
