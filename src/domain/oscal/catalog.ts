import { partsOf } from '../registry/control-parts.ts'
import { citation, type ControlEntry, type Framework, type FrameworkModule } from '../registry/framework.ts'
import type { Catalog, Control, Metadata, Part } from './model.ts'
import { nameUuid } from './name-uuid.ts'
import { AUTHOR, identified, OWN_NAMESPACE, ownProperty, startOf } from './own-words.ts'
import { Tokens } from './token.ts'
import { uri } from './uri.ts'

/** NIST's names for the ways of assessing, which OSCAL takes over for `assessment-method` parts. */
const RMF_NAMESPACE = 'http://csrc.nist.gov/ns/rmf'

/** Whose words an export holds, by what may be done with the framework's own. */
const WHOSE_WORDS: Readonly<Record<FrameworkModule['textStatus'], string>> = {
  'public-domain':
    "The prose is svc's own account of each control. The framework's text, which is in the public domain, is behind the links.",
  law: "The prose is svc's own account of each provision. The law's text is behind the links, and it alone is binding.",
  open: "The prose is svc's own account of each control. The framework's text, which its issuer publishes, is behind the links.",
  copyright:
    "The prose is svc's own account of each control, not the framework's text, which is under copyright and comes from its issuer.",
  restricted:
    "Ids and titles alone: the framework's terms keep back its text, and accounts of it. The statements have no prose.",
}

/**
 * The controls of a framework that its module describes, as an OSCAL catalog of the module's words. Of a `restricted` text only ids and
 * titles go out. Ids of older editions that the module does not describe are in no catalog. The same module gives the same bytes.
 */
export function oscalCatalog(framework: Framework): { catalog: Catalog } {
  const tokens = new Tokens(framework.controlIds)
  const groups = [...Map.groupBy(framework.controls, ({ group }) => group)].map(([title, controls]) => ({
    id: tokens.of(`group ${title}`),
    title,
    controls: controls.map((entry) => control(framework, entry, tokens.of(entry.id))),
  }))
  return { catalog: identified({ metadata: metadata(framework), groups }) }
}

function control(framework: FrameworkModule, entry: ControlEntry, id: string): Control {
  return {
    id,
    title: entry.title,
    props: [{ name: 'label', value: citation(framework, entry.id) }],
    parts: framework.textStatus === 'restricted' ? [statement(id)] : toldParts(entry, id),
  }
}

/** OSCAL asks for a statement in every control that is not withdrawn, though not for its prose. */
function statement(id: string): Part {
  return { id: `${id}_smt`, name: 'statement' }
}

/** What the entry tells: evidence is what an assessor examines, so it is the list of objects of that method. */
function toldParts(entry: ControlEntry, id: string): Part[] {
  const { intent, evidence, test, finding } = partsOf(entry)
  const parts: Part[] = [{ ...statement(id), prose: intent }]
  if (evidence !== undefined) {
    const objects = { id: `${id}_asm-examine-objects`, name: 'assessment-objects', prose: evidence }
    parts.push({ ...method(`${id}_asm-examine`, 'EXAMINE'), parts: [objects] })
  }
  if (test !== undefined) parts.push({ ...method(`${id}_asm-test`, 'TEST'), prose: test })
  if (finding !== undefined) {
    parts.push({ id: `${id}_finding`, name: 'finding', ns: OWN_NAMESPACE, prose: finding })
  }
  return parts
}

function method(id: string, value: 'EXAMINE' | 'TEST'): Part {
  return { id, name: 'assessment-method', props: [{ name: 'method', ns: RMF_NAMESPACE, value }] }
}

function metadata(framework: FrameworkModule): Metadata {
  const issuer = {
    uuid: nameUuid(`party ${framework.issuingBody}`),
    type: 'organization',
    name: framework.issuingBody,
  } as const
  // Two sources may stand at one address, and OSCAL wants each link once.
  const sources = new Map(framework.sources.map(({ title, url }) => [uri(url), title]))
  return {
    title: framework.fullName,
    'last-modified': startOf(framework.updated),
    version: framework.version,
    'oscal-version': '1.2.2',
    props: [
      { name: 'keywords', value: framework.keywords.join(', ') },
      ownProperty('framework', framework.id),
      ownProperty('kind', framework.kind),
      ...framework.jurisdictions.map((jurisdiction) => ownProperty('jurisdiction', jurisdiction)),
      ownProperty('text-status', framework.textStatus),
      ...framework.editions
        .filter(({ status }) => status === 'current' || status === 'in-force')
        .map(({ id }) => ownProperty('edition-in-force', id)),
      ownProperty('module-sha256', framework.sha256),
    ],
    links: [...sources].map(([href, text]) => ({ href, rel: 'reference', text })),
    roles: [AUTHOR.role, { id: 'issuing-body', title: 'Issuer of the framework' }],
    parties: [AUTHOR.party, issuer],
    'responsible-parties': [
      { 'role-id': AUTHOR.role.id, 'party-uuids': [AUTHOR.party.uuid] },
      { 'role-id': 'issuing-body', 'party-uuids': [issuer.uuid] },
    ],
    remarks: [WHOSE_WORDS[framework.textStatus], ...omissions(framework)].join(' '),
  }
}

function omissions({ undescribed }: FrameworkModule): string[] {
  return undescribed.length === 0
    ? []
    : [
        `Not every id of the framework is described: others are among ${[...new Set(undescribed)].join(', ')}.`,
      ]
}
