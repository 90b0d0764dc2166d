import { stemmer } from 'stemmer'

/** Terms that people in compliance use for one another, whatever framework they speak of; a term may stand in several groups. */
const GROUPS: readonly string[] = [
  'breach incident leak violation',
  'report notify notification tell inform',
  'vendor supplier provider processor outsourcing subcontractor third-party',
  'fine penalty sanction',
  'staff personnel employee worker workforce people colleague',
  'boss management director executive board leadership',
  'mfa multi-factor multifactor two-factor 2fa authentication',
  'pentest pen penetration test',
  'patch update fix vulnerability',
  'backup restore recovery copy',
  'log logging audit trail record',
  'keep retain retention store kept',
  'erase delete destroy disposal sanitise wipe',
  'encrypt encryption cryptography cipher',
  'password credential passphrase secret',
  'laptop phone mobile device endpoint equipment',
  'visitor guest escort',
  'training awareness education teach',
  'hire screening background recruitment',
  'leaver quit terminate termination offboarding resign',
  'joiner onboarding provision',
  'access permission right entitlement',
  'admin administrator privileged root',
  'malware virus antivirus ransomware',
  'network firewall segment segmentation',
  'asset inventory register',
  'change release deployment',
  'code software development developer',
  'customer client consumer',
  'child minor parental parent',
  'consent permission opt-in',
  'deadline period hours days clock',
  'building premises facility site office',
  'camera surveillance cctv video',
  'home remote telework',
  'rehearse exercise drill test practise',
  'outage disruption downtime interruption',
  'complaint grievance objection',
  'banned prohibited forbidden',
  'duty obligation responsibility',
  'representative agent',
  'label mark marking classification',
  'scan scanning assessment',
]

/** By stem, the stems that may stand for it. */
const BY_STEM = new Map<string, string[]>()
for (const group of GROUPS) {
  const stems = group
    .split(' ')
    .flatMap((term) => term.split('-'))
    .map((word) => stemmer(word))
  for (const stem of stems) {
    BY_STEM.set(stem, [...(BY_STEM.get(stem) ?? []), ...stems.filter((other) => other !== stem)])
  }
}

/** Stems of terms that mean much the same; empty where none is known. */
export function synonyms(stem: string): readonly string[] {
  return BY_STEM.get(stem) ?? []
}
