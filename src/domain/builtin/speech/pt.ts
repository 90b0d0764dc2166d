import { phrases } from '../../text/phrases.ts'
import type { Speech } from './speech.ts'

export const pt: Speech = {
  opensFirst: true,
  openers: phrases(
    'quando, qual, quais, que, como, quem, quanto, quantos, quantas, onde, porque, porquê, quanta, aonde',
  ),
  forms: {
    comparison: phrases(
      'diferenca*, compar*, em relacao a, versus, vs, relacao entre, prevalece, correspond*, equival*',
    ),
    evidence: phrases(
      'evidencia*, comprova*, demonstrar, o que o auditor, auditor espera, quais documentos, registos, registros',
    ),
    change: phrases(
      'mud*, novidade*, novo em, o que ha de novo, versao anterior, edicao anterior, nova versao, nova edicao',
      'substitu*, transicao de, alterou, alteracoes',
    ),
    edition: phrases(
      'que versao, qual versao, qual edicao, que edicao, ultima versao, ultima edicao, versao atual, edicao atual',
      'versao em vigor, edicao em vigor, versao vigente, versao mais recente, edicao mais recente, esta em vigor',
      'e a versao, e a edicao',
    ),
    'first-steps': phrases(
      'fazemos primeiro, faco primeiro, o que fazemos primeiro, primeira coisa',
      'primeiros passos, primeiro passo, por onde comec*, como comec*, por onde inici*, o que fazer primeiro',
      'comecar por',
    ),
    money: phrases('multa*, sanc*, penalidade*, coima*, quanto custa, qual o valor, valor da, quanto e'),
    count: ['quantos', 'quantas', 'numero de'],
    clock: phrases(
      'qual o prazo, prazo*, em quanto tempo, quanto tempo, com que frequencia, a cada quanto, horas',
      'de quanto em quanto, dentro de, quando devemos, quando temos de, quando e preciso, quantos dias',
      'quantas horas, quantos meses, ate quando devemos',
    ),
    date: phrases(
      'desde quando, a partir de quando, quando, ate quando, entrada em vigor, em vigor, que data, qual a data',
    ),
    scope: phrases(
      'quem deve, quem tem de, quem precisa, a quem se aplica, aplica se a, se aplica a, estamos sujeitos',
      'estamos abrangidos, ambito de aplicacao, escopo, limiar*, isent*, quem esta sujeito, quem esta abrangido',
      'que empresas, quais empresas, que entidades, abrangid*, quem e abrangido, aplica se',
    ),
    verdict: phrases(
      'preciso mesmo, obriga a, e obrigatorio, ^e obrigatori*, ^temos de, ^temos que, ^devemos, ^deve, ^precisamos',
      '^podemos, ^pode, ^existe, ^ha, ^exige, ^sao, obrigatori*, precisamos, temos de, podemos, exige, e necessari*',
      'e preciso',
    ),
    list: ['lista*', 'quais sao', 'enumere', 'nomeie', '^quais'],
    control: phrases(
      'que artigo, qual artigo, que controlo, qual controle, que requisito, qual requisito, que clausula',
      'qual controlo, que artigos, quais artigos, quais controlos, quais controles, que controlos, que controles',
      'que requisitos, quais requisitos, que medidas, quais medidas, quais obrigacoes, que obrigacoes',
      'qual clausula, onde esta, onde fica, que medida, qual criterio',
    ),
    definition: phrases(
      'o que e, o que significa, o que diz, o que estabelece, definicao, explique, explica, em que consiste',
    ),
    shorter: phrases('mais curto, mais breve, em resumo, numa frase, em uma frase, resumo'),
  },
  labels: {
    evidence: 'Evidência',
    test: 'Teste',
    finding: 'Constatação habitual',
    controls: 'Onde consta:',
    also: 'Convém saber:',
    firstSteps: 'Primeiros passos:',
    issuer: 'Publicado por',
    edition: 'Edição em vigor',
    earlier: 'Edições anteriores',
    draft: 'Em projeto',
    kind: 'Tipo',
    bound: 'Quem está obrigado',
    exempt: 'Quem está isento',
    duties: 'O que exige',
    clock: 'Prazos',
    supervision: 'Quem fiscaliza',
    certificate: 'Comprovação',
    penalty: 'Sanções',
    mapped: 'Correspondências:',
    measures: {
      people: 'Trabalhadores',
      turnover: 'Volume de negócios',
      balance: 'Balanço total',
      consumers: 'Pessoas ou clientes abrangidos',
      share: 'Receita da venda de dados, em %',
    },
  },
  yes: 'Sim.',
  no: 'Não.',
  depends: 'Depende.',
  english: 'O texto dos módulos está em inglês.',
  invented: (id, framework) => `Não existe **${id}** em ${framework}, tanto quanto o módulo sabe.`,
  moved: (id, edition, now) => `**${id}** é um número de ${edition}; hoje é ${now}.`,
  withdrawn: (id, edition) => `**${id}** é um número de ${edition}; nada tomou o seu lugar.`,
  superseded: (framework, edition, current) =>
    `${framework} ${edition} foi substituída; a edição vigente é ${current}.`,
  miscounted: (said) => `Não são ${said}.`,
  unanswered: (framework) => `O módulo de ${framework} não responde a isso.`,
  nearest: 'O mais próximo:',
  reviewed: (fullName, version, date) => `${fullName}, ${version}; módulo revisto em ${date}.`,
  closing:
    'Extraído dos módulos mantidos pelo respondedor integrado: orientação, não um parecer de auditoria.',
}
