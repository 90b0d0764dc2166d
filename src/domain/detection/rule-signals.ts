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
  'audit, auditor, auditors, voluntary, legally binding, in force, enforces',
  'Artikel, Paragraf, Absatz, Verordnung, Richtlinie, Anforderung, Anforderungen',
  'Pflicht, Pflichten, verpflichtet, vorgeschrieben, müssen wir, Bußgeld, Bußgelder',
  'règlement, exigence, exigences, obligatoire, amende, amendes',
  'artículo, artículos, reglamento, requisito, requisitos, obligación, obligatorio',
  'multa, multas, sanción, sanciones',
  'articolo, regolamento, obbligo, obblighi, sanzione, sanzioni',
  'artigo, artigos, regulamento, obrigação, obrigatório',
  'verplicht, verplichting, boete, boetes',
  'artykuł, wymagania, obowiązek, kara, kary',
)
