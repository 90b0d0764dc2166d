import { phrases } from '../../text/phrases.ts'
import type { Speech } from './speech.ts'

export const es: Speech = {
  opensFirst: true,
  openers: phrases(
    'cuándo, cuál, cuáles, qué, cómo, quién, quiénes, cuánto, cuántos, cuántas, dónde, cuánta, adónde',
  ),
  forms: {
    comparison: phrases(
      'diferencia*, compara*, comparacion, frente a, versus, vs, relacion entre, prevalece, equivale*, correspond*',
    ),
    evidence: phrases(
      'evidencia*, prueba documental, pruebas, demostrar, que pide el auditor, que quiere el auditor',
      'auditor espera, que documentos, registros',
    ),
    change: phrases(
      'cambi*, novedad*, nuevo en, que hay de nuevo, version anterior, edicion anterior, nueva version',
      'nueva edicion, sustitu*, reemplaz*, paso de, ahora es, transicion de',
    ),
    edition: phrases(
      'que version, que edicion, ultima version, ultima edicion, version actual, edicion actual, version vigente',
      'edicion vigente, version mas reciente, edicion mas reciente, esta vigente, es la version, es la edicion',
    ),
    'first-steps': phrases(
      'que hacemos primero, que hago primero, lo primero, hacer primero, por donde empiezo, por donde empezamos, arrancar',
      'primeros pasos, primer paso, por donde empez*, como empez*, por donde comenz*, empezar con',
      'que hacer primero',
    ),
    money: phrases('multa*, sancion*, penaliza*, cuanto cuesta, cuanto es, importe, cuantia, de cuanto'),
    count: ['cuantos', 'cuantas', 'numero de'],
    clock: phrases(
      'que plazo, plazo*, en cuanto tiempo, cuanto tiempo, cada cuanto, con que frecuencia, horas, dias tenemos',
      'cuanto dura, cuando hay que, cuando se tiene que, cuando tenemos que, cuando debe*, cuantos meses',
      'cuantos dias, cuantas horas',
    ),
    date: phrases(
      'desde cuando, a partir de cuando, cuando, hasta cuando, entrada en vigor, en vigor, que fecha, fecha de',
    ),
    scope: phrases(
      'quien debe, quien tiene que, quienes deben, a quien se aplica, se aplica a, nos aplica, aplica a',
      'estamos obligados, estamos sujetos, ambito de aplicacion, umbral*, exent*, obligado a, que empresas',
      'que entidades, deben cumplir*, a quien afecta, nos afecta, esta sujet*, estan sujet*',
    ),
    verdict: phrases(
      'obliga a, es obligatorio, es obligatoria, ^es, ^son, ^hay, ^debe, ^debemos, ^tenemos que, ^podemos, ^puede',
      '^se puede, ^existe, ^necesitamos, ^exige, es obligatori*, obligatori*, hace falta, tenemos que, se puede',
      'podemos, necesitamos, exige',
    ),
    list: phrases('lista*, cuales son, enumera*, nombra*, ^cuales, ^que categorias, que niveles'),
    control: phrases(
      'que articulo, que control, que requisito, que clausula, que medida, donde esta, donde se, que apartado',
      'que criterio*, que articulos, que controles, que requisitos, que clausulas, que medidas, cuales controles',
      'que obligaciones, cual articulo, cual control',
    ),
    definition: phrases(
      'que es, que significa, que dice, que establece, definicion, explica*, en que consiste',
    ),
    shorter: ['mas corto', 'mas breve', 'en breve', 'en una frase', 'resumen'],
  },
  labels: {
    evidence: 'Evidencia',
    test: 'Prueba',
    finding: 'Hallazgo habitual',
    controls: 'Dónde consta:',
    also: 'Conviene saber:',
    firstSteps: 'Primeros pasos:',
    issuer: 'Publicado por',
    edition: 'Edición vigente',
    earlier: 'Ediciones anteriores',
    draft: 'En borrador',
    kind: 'Tipo',
    bound: 'Quién está obligado',
    exempt: 'Quién está exento',
    duties: 'Qué exige',
    clock: 'Plazos',
    supervision: 'Quién supervisa',
    certificate: 'Acreditación',
    penalty: 'Sanciones',
    mapped: 'Correspondencias:',
    measures: {
      people: 'Plantilla',
      turnover: 'Volumen de negocio',
      balance: 'Balance general',
      consumers: 'Personas o clientes afectados',
      share: 'Ingresos por venta de datos, en %',
    },
  },
  yes: 'Sí.',
  no: 'No.',
  depends: 'Depende.',
  english: 'El texto de los módulos está en inglés.',
  invented: (id, framework) => `No existe **${id}** en ${framework}, según su módulo.`,
  moved: (id, edition, now) => `**${id}** es un número de ${edition}; hoy es ${now}.`,
  withdrawn: (id, edition) => `**${id}** es un número de ${edition}; nada ocupó su lugar.`,
  superseded: (framework, edition, current) =>
    `${framework} ${edition} está sustituida; la edición vigente es ${current}.`,
  miscounted: (said) => `No son ${said}.`,
  unanswered: (framework) => `El módulo de ${framework} no responde a eso.`,
  nearest: 'Lo más cercano:',
  reviewed: (fullName, version, date) => `${fullName}, ${version}; módulo revisado el ${date}.`,
  closing:
    'Extraído de los módulos mantenidos por el respondedor integrado: orientación, no un dictamen de auditoría.',
}
