import { phrases } from '../../text/phrases.ts'
import type { Speech } from './speech.ts'

export const tr: Speech = {
  forms: {
    comparison: phrases(
      'fark*, karsilastir*, kiyasla*, versus, vs, arasindaki iliski, oncelikli, karsilik gelir',
    ),
    evidence: phrases(
      'kanit*, delil*, denetci ne ister, denetci bekler, ispat*, hangi belgeler, hangi kayitlar',
    ),
    change: phrases(
      'neleri degistirdi, degistirdi, ne degisti, degisti, degisiklik*, yeni ne, yenilik*, eski surum, onceki surum',
      'yeni surum, yerine gecti, gecis',
    ),
    edition: phrases(
      'hangi surum, hangi versiyon, son surum*, guncel surum*, en guncel surum*, en son surum*, guncel versiyon*',
      'son versiyon*, gecerli surum*, yururlukteki surum*, surumu nedir, surumu hangisi',
    ),
    'first-steps': ['ilk adim*', 'nereden basla*', 'nasil basla*', 'once ne yap*', 'ilk olarak'],
    money: phrases('ceza*, para cezasi*, yaptirim*, ne kadar, maliyet*, tutar*'),
    count: ['kac tane', 'kac', 'sayisi'],
    clock: phrases(
      'kac ay*, kac is gun*, kac hafta*, ne zamana kadar, en gec, kac yilda bir, kac ayda bir, ne siklik*, kac yil*',
      'ne kadar surede, kac saat*, kac gun*, sure*, ne kadar sure, ne siklikla, hangi sure, saat icinde, gun icinde',
    ),
    date: phrases(
      'ne zamandan beri, ne zaman, ne zamana kadar, yururluge, yururluk*, hangi tarih*, itibaren',
    ),
    scope: phrases(
      'kim uymali, kimler, kime uygulan*, kapsaminda mi, kapsamina gir*, kapsama gir*, kapsami ne*, kapsami kim*',
      'kapsam disi*, kapsamda mi, bize uygulan*, tabi mi, tabi, muaf*, esik*',
    ),
    verdict: phrases(
      'zorunlu mu, gerekli mi, gerekir mi, zorunda miyiz, yapabilir miyiz, olabilir mi, var mi, mi?, mu?, midir?',
      'mudur?, miyiz?, muyuz?, miyim?, misiniz?, sart mi, yeterli mi',
    ),
    list: phrases('listele*, nelerdir, neler, hangileri, sirala*, say'),
    control: phrases(
      'hangi madde, hangi kontrol, hangi gereklilik, hangi hukum, nerede, hangi bolum, hangi kriter',
    ),
    definition: phrases('nedir, ne demek, ne anlama, ne diyor, tanim*, acikla*'),
    shorter: ['daha kisa', 'kisaca', 'ozet*', 'tek cumle*'],
  },
  labels: {
    evidence: 'Kanıt',
    test: 'Test',
    finding: 'Sık görülen bulgu',
    controls: 'Yeri:',
    also: 'Bilinmesi iyi olur:',
    firstSteps: 'İlk adımlar:',
    issuer: 'Yayımlayan',
    edition: 'Güncel sürüm',
    earlier: 'Önceki sürümler',
    draft: 'Taslak',
    kind: 'Tür',
    bound: 'Kim bağlıdır',
    exempt: 'Kim muaftır',
    duties: 'Ne ister',
    clock: 'Süreler',
    supervision: 'Kim denetler',
    certificate: 'Belgeleme',
    penalty: 'Yaptırımlar',
    mapped: 'Eşleşmeler:',
    measures: {
      people: 'Çalışanlar',
      turnover: 'Ciro',
      balance: 'Bilanço toplamı',
      consumers: 'Kişiler veya müşteriler',
      share: 'Veri satışından gelir, %',
    },
  },
  yes: 'Evet.',
  no: 'Hayır.',
  depends: 'Duruma bağlı.',
  english: 'Modüllerin metni İngilizcedir.',
  invented: (id, framework) => `Modülünün bildiği kadarıyla ${framework} içinde **${id}** yoktur.`,
  moved: (id, edition, now) => `**${id}**, ${edition} numarasıdır; bugün ${now}.`,
  withdrawn: (id, edition) => `**${id}**, ${edition} numarasıdır; kaldırılmış, yerine bir şey gelmemiştir.`,
  superseded: (framework, edition, current) =>
    `${framework} ${edition} yürürlükten kalkmıştır; güncel sürüm ${current}.`,
  miscounted: (said) => `${said} değil.`,
  unanswered: (framework) => `${framework} modülü buna yanıt vermiyor.`,
  nearest: 'En yakın olan:',
  reviewed: (fullName, version, date) => `${fullName}, ${version}; modül ${date} tarihinde gözden geçirildi.`,
  closing:
    'Yerleşik yanıtlayıcı tarafından bakımlı modüllerden alınmıştır: yol gösterme amaçlıdır, denetim görüşü değildir.',
}
