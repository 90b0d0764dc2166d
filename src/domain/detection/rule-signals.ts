import { phrases } from '../text/phrases.ts'

/**
 * What people write who speak of a rule, whichever it is: signals of every framework whose ambiguous names mean it wherever rules are
 * talked of (`ruleSignals` of its wording). "DSA: which article?" is one; "SOC" among rules may still be a room of analysts.
 */
export const RULE_SIGNALS = phrases(
  'article, articles, art., section, sections, paragraph, paragraphs, clause, clauses',
  'requirement, requirements, require, requires, required, mandatory, must we, do we have to',
  'bound by, fall under, falls under, we are under, we re under, are we under, we were under, apply to us, applies to us',
  'transitional period, grace period, gap analysis, competent authority',
  'comply, complies, compliance, compliant, are we allowed, in scope, out of scope',
  'obligation, obligations, obliged, duty, duties, exempt, exemption',
  'regulation, regulations, directive, fine, fines, penalty, penalties',
  'audit, auditor, auditors, voluntary, legally binding, in force, into force, enforces',
  'supervises, supervised by, supervisor, supervisory, regulator, regulators, how many chapters, must appoint',
  'do we start with, should we start with, get ready for, prepare for, checklist, deadlines, first step',
  'who must, who has to, who needs to, what documents, documents do we need, documents are needed, which policies, do we need for',
  'do first for, do we keep logs, how long do we keep, are we affected by, are we subject to, are we covered by, applicable to us',
  'must we keep, must we report, must we notify, keep records, what proof, which evidence, what evidence',
  'wer muss, welche Dokumente, welche Unterlagen, qui doit, quels documents, quién debe, qué documentos, chi deve, quali documenti',
  'quem deve, que documentos, wie moet, welke documenten, kto musi, jakie dokumenty',
  'Artikel, Paragraf, Absatz, Verordnung, Richtlinie, Anforderung, Anforderungen',
  'Pflicht, Pflichten, verpflichtet, vorgeschrieben, müssen wir, Bußgeld, Bußgelder, für uns gilt, gilt für uns',
  'Aufsicht, Aufsichtsbehörde, Behörde, in Kraft, zuständig, Nachweise',
  'règlement, exigence, exigences, qu exige, obligatoire, obligations, amende, amendes, autorité, en vigueur',
  'quelles sanctions, sont les sanctions, auditeur, auditeurs',
  'artículo, artículos, reglamento, requisito, requisitos, obligación, obligatorio',
  'multa, multas, sanción, sanciones, qué exige, exigen, cumplir, cumplimiento, en vigor',
  'articolo, regolamento, obbligo, obblighi, obbligatorio, sanzione, sanzioni, in vigore',
  'artigo, artigos, regulamento, obrigação, obrigatório, em vigor, cumprir',
  'verplicht, verplichting, boete, boetes',
  'artykuł, wymagania, obowiązek, kara, kary, obowiązuje',
  '要求, 義務, 罰則, 適用, 法規, 의무, 과징금, 义务, 罚款, 处罚',
)
