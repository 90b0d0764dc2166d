import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { citation } from '../../../src/domain/registry/framework.ts'
import { NO_DATA } from '../../../src/domain/registry/knowledge-data.ts'
import { ContentError, parseModule, parseWording } from '../../../src/domain/registry/parse-module.ts'

const BODY = `## Scope
Who it binds.

## Structure
One part.
## Controls
### Part 1 Rules
Read them in order.
- **1.1 — First rule**: Keep a list of what you run. Evidence: the list.
- **A.2(b) — Second rule**: Look at the list - and at **its** dates: twice a year.
## Deadlines and penalties
- **1 January 2027**: it applies.
## Assessment
None.
## Changes between editions
None.
## Mappings
None.
## Pitfalls
None.
## Glossary
None.
## First steps
1. Begin.
## Sources
- Source.`

const GOOD = `---
slug: demo-1
name: Demo
fullName: The demonstration framework
version: "2026"
updated: 2026-11-21
region: eu
jurisdictions: [EU]
domain: [information-security]
kind: regulation
issuingBody: Nobody
supportLevel: deep
textStatus: law
citePrefix: Rule
keywords: [demo]
aliases: [Demo Framework]
editions: [{id: "2026", date: 2026-01, status: current}]
sources:
  - {title: Demo, url: "https://example.com/demo"}
---
${BODY}
`

/** The source with one place changed; the place must be there. */
const changed = (from: string, to: string): string => {
  if (!GOOD.includes(from)) throw new Error(`the sample does not hold ${from}`)
  return GOOD.replace(from, to)
}

const refusal = (source: string): unknown => {
  try {
    return parseModule('demo.md', source)
  } catch (cause) {
    return cause
  }
}

describe('a module file', () => {
  test('becomes fields, controls by their parts, and notes by their sections', () => {
    const note = (section: string, text: string): object => ({ section, text })
    expect(parseModule('demo.md', GOOD)).toEqual({
      id: 'demo-1',
      name: 'Demo',
      fullName: 'The demonstration framework',
      version: '2026',
      updated: '2026-11-21',
      region: 'eu',
      regionLabel: 'European Union',
      jurisdictions: ['EU'],
      domain: ['information-security'],
      kind: 'regulation',
      issuingBody: 'Nobody',
      supportLevel: 'deep',
      textStatus: 'law',
      citePrefix: 'Rule',
      undescribed: [],
      listed: [],
      points: [],
      keywords: ['demo'],
      aliases: ['Demo Framework'],
      names: ['Demo Framework'],
      describedNames: 0,
      ambiguousNames: [],
      signals: [],
      ruleSignals: false,
      counterSignals: [],
      decoys: [],
      askedAs: {},
      editions: [{ id: '2026', date: '2026-01', status: 'current' }],
      sources: [{ title: 'Demo', url: 'https://example.com/demo' }],
      body: BODY,
      sha256: createHash('sha256').update(BODY).digest('hex'),
      controls: [
        {
          id: '1.1',
          title: 'First rule',
          text: 'Keep a list of what you run. Evidence: the list.',
          group: 'Part 1 Rules',
        },
        {
          id: 'A.2(b)',
          title: 'Second rule',
          text: 'Look at the list - and at **its** dates: twice a year.',
          group: 'Part 1 Rules',
        },
      ],
      notes: [
        note('Scope', 'Who it binds.'),
        note('Structure', 'One part.'),
        note('Controls', 'Read them in order.'),
        note('Deadlines and penalties', '- **1 January 2027**: it applies.'),
        note('Assessment', 'None.'),
        note('Changes between editions', 'None.'),
        note('Mappings', 'None.'),
        note('Pitfalls', 'None.'),
        note('Glossary', 'None.'),
        note('First steps', '1. Begin.'),
        note('Sources', '- Source.'),
      ],
      parts: [],
      data: NO_DATA,
    })
  })

  test('has for clear names those that it lists, then those of its wording', () => {
    const wording = parseWording(
      'demo.json',
      JSON.stringify({
        names: ['Demonstrator', 'Dmeo'],
        ambiguousNames: ['DF'],
        signals: [],
        counterSignals: [],
        decoys: [],
        askedAs: {},
      }),
    )
    const { aliases, names, ambiguousNames } = parseModule('demo.md', GOOD, wording)
    expect(aliases).toEqual(['Demo Framework'])
    expect(names).toEqual(['Demo Framework', 'Demonstrator', 'Dmeo'])
    expect(ambiguousNames).toEqual(['DF'])
  })

  test('has names that describe it behind those that are written down, each once', () => {
    const source = {
      names: ["Kenya's privacy law"],
      ambiguousNames: ['Kenyan data rules'],
      described: { as: ['law'], places: { en: { place: ['Kenya'], adjective: ['Kenyan'] } } },
      signals: [],
      counterSignals: [],
      decoys: [],
      askedAs: {},
    }
    const law = { laws: ['privacy law', 'data rules'], forms: ["{place}'s {law}", '{adjective} {law}'] }
    const wording = parseWording('demo.json', JSON.stringify(source), { law: { en: law } })
    expect(parseModule('demo.md', GOOD, wording).names).toEqual([
      'Demo Framework',
      "Kenya's privacy law",
      "Kenya's data rules",
      'Kenyan privacy law',
    ])
  })

  test('reads the same with the line ends of Windows', () => {
    expect(parseModule('demo.md', GOOD.replaceAll('\n', '\r\n'))).toEqual(parseModule('demo.md', GOOD))
  })

  test('puts its word before an id only where the id alone would be a bare number', () => {
    const framework = parseModule('demo.md', GOOD)
    const plain = parseModule('demo.md', changed('citePrefix: Rule\n', ''))
    expect([citation(framework, '1.1'), citation(framework, 'A.2(b)'), citation(plain, '1.1')]).toEqual([
      'Rule 1.1',
      'A.2(b)',
      '1.1',
    ])
  })
})

describe('a broken module file is refused with its name, the line and the reason', () => {
  const entry = 'a control must read "- **ID — Title**: text"'
  const first = '- **1.1 — First rule**: Keep a list of what you run. Evidence: the list.'
  test.each([
    ['no front matter', BODY, 'demo.md:1: the file must open with front matter between two lines of ---'],
    ['an empty file', '', 'demo.md:1: the file must open with front matter between two lines of ---'],
    [
      'front matter without an end',
      GOOD.replace('\n---\n', '\n'),
      'demo.md:1: the file must open with front matter between two lines of ---',
    ],
    [
      'broken YAML',
      changed('kind: regulation', 'kind: [regulation'),
      /^demo\.md:1[01]: front matter: [A-Z_]+$/,
    ],
    [
      'a key written twice',
      changed('region: eu', 'name: Again\nregion: eu'),
      /^demo\.md:7: front matter: DUPLICATE_KEY$/,
    ],
    [
      'an unknown key',
      changed('region: eu', 'colour: blue\nregion: eu'),
      /^demo\.md:\d+: front matter: Unrecognized key: "colour"$/,
    ],
    ['a missing key', changed('kind: regulation\n', ''), /^demo\.md:1: kind: /],
    ['an id with capitals', changed('demo-1', 'Demo_1'), /^demo\.md:2: slug: /],
    ['an unknown region', changed('region: eu', 'region: mars'), /^demo\.md:7: region: /],
    ['a date that is none', changed('2026-11-21', '2026-13-01'), /^demo\.md:6: updated: /],
    ['no domain', changed('[information-security]', '[]'), /^demo\.md:9: domain: /],
    ['an unknown support level', changed('deep', 'shallow'), /^demo\.md:12: supportLevel: /],
    [
      'an edition of no known status',
      changed('status: current', 'status: new'),
      /^demo\.md:17: editions\.0\.status: /,
    ],
    [
      'a source without an address',
      changed('https://example.com/demo', 'demo'),
      /^demo\.md:19: sources\.0\.url: /,
    ],
    [
      'text before the first section',
      changed('## Scope', 'Hello.\n## Scope'),
      'demo.md:21: text before the first section',
    ],
    [
      'a first-level heading',
      changed('## Scope', '# Demo\n## Scope'),
      'demo.md:21: a module has no first-level heading',
    ],
    [
      'sections in the wrong order',
      changed('## Scope\nWho it binds.\n\n## Structure', '## Structure\nWho it binds.\n\n## Scope'),
      'demo.md:21: expected the section "## Scope"',
    ],
    [
      'a section left out',
      changed('## Mappings\nNone.\n', ''),
      'demo.md:37: expected the section "## Mappings"',
    ],
    [
      'a section written twice',
      changed('## Pitfalls', '## Mappings\n## Pitfalls'),
      'demo.md:39: expected the section "## Pitfalls"',
    ],
    [
      'a section of its own',
      changed('- Source.', '- Source.\n## Thanks'),
      'demo.md:47: expected the section "## (none)"',
    ],
    [
      'the last section left out',
      changed('## Sources\n- Source.', ''),
      /^demo\.md:\d+: the section "## Sources" is missing$/,
    ],
    ['an entry without a title', changed(first, '- **1.1**: Keep a list.'), `demo.md:29: ${entry}`],
    ['an entry with a hyphen for the dash', changed('1.1 — First', '1.1 - First'), `demo.md:29: ${entry}`],
    ['an entry without text', changed(first, '- **1.1 — First rule**: '), `demo.md:29: ${entry}`],
    ['an entry indented', changed(first, `  ${first}`), `demo.md:29: ${entry}`],
    ['an entry with another bullet', changed(first, first.replace('-', '*')), `demo.md:29: ${entry}`],
    ['an id twice', changed('A.2(b) — Second', '1.1 — Second'), 'demo.md:30: the id 1.1 stands twice'],
    [
      'an entry under no part',
      changed('### Part 1 Rules\n', ''),
      'demo.md:28: a control must stand under a "###" part',
    ],
    [
      'no entry at all',
      GOOD.replace(/^- \*\*(?:1\.1|A\.2).*\n/gm, ''),
      /^demo\.md:\d+: Controls holds no entry$/,
    ],
  ])('%s', (_what, source, message) => {
    const refused = refusal(source)
    expect(refused).toBeInstanceOf(ContentError)
    const said = (refused as ContentError).message
    const fits = typeof message === 'string' ? said === message : message.test(said)
    expect({ said, fits }).toEqual({ said, fits: true })
  })
})
