import { phrases } from '../../text/phrases.ts'
import type { Speech } from './speech.ts'

export const ja: Speech = {
  joined: true,
  openers: phrases(
    '何, なに, どの, どれ, どこ, どう, どちら, どんな, いつから, いつまで, いつ, いくら, いくつ, 誰, だれ, なぜ, 挙げ, 教えて',
  ),
  forms: {
    comparison: phrases('違い, 比較, 比べ, との関係, どちらが, 優先, 相違'),
    evidence: phrases('証拠, エビデンス, 証跡, 監査人, 審査員, 何を見せ'),
    change: phrases('変更, 変わ, 新しく, 改訂, 旧版, 新版, 置き換, 移行'),
    'first-steps': phrases('最初に, 何から, 始め方, どこから始め, はじめに, 第一歩, 手始め'),
    money: phrases('罰金, 制裁金, 罰則, 課徴金, いくら, 過料, 費用, 金額'),
    count: phrases('いくつ, 何個, 何件, 数は, 何項目, 何条'),
    clock: phrases(
      '何時間, 何日, いつまで, 何か月, 何ヶ月, 何ヵ月, 何週間, 何回, 期限, いつまでに報告, どのくらいの頻度, 頻度, どれくらい, 時間以内, 何年, 有効期間, 保存期間',
    ),
    date: phrases('いつから, いつまで, いつ, 施行, 適用開始, 発効, 日付'),
    scope: phrases(
      '対象になります, 誰が対象, 対象となる, 適用され, 対象です, 適用範囲, 対象範囲, 該当し, 免除, 除外, 誰に適用, 誰が, いくら以上, 何人以上, 何人を超え, 以上なら',
    ),
    verdict: phrases(
      'てもよい, 必要ですか, 必要です, 必要か, 必須, 義務, しなければ, できます, できるか, 許され, 求められ, ありますか, 十分です, べきです, ですか?, ますか?, ましたか?, でしたか?',
      'ませんか?, るか?, ないか?, でしょうか?',
    ),
    list: phrases('一覧, すべて挙げ, 列挙, どれです, 何がありますか, どのような種類, 挙げて'),
    control: phrases('どの管理策, どの条項, どの要求, 第何条, どこに規定, どの条文, 何条に, どの項目'),
    definition: phrases('とは, 何です, 説明, 定義, 意味, 教えて'),
    shorter: ['短く', '簡潔', '一言', '要約'],
  },
  labels: {
    evidence: '証拠',
    test: '確認手順',
    finding: 'よくある指摘',
    controls: '根拠:',
    also: 'あわせて:',
    firstSteps: '最初の手順:',
    kind: '種別',
    bound: '対象',
    exempt: '対象外',
    duties: '求めること',
    clock: '期限',
    supervision: '監督',
    certificate: '証明',
    penalty: '制裁',
    mapped: '対応先:',
  },
  yes: 'はい。',
  no: 'いいえ。',
  depends: '場合によります。',
  english: 'モジュールの本文は英語です。',
  invented: (id, framework) => `モジュールの知る限り、${framework} に **${id}** はありません。`,
  moved: (id, edition, now) => `**${id}** は ${edition} の番号で、現在は ${now} です。`,
  withdrawn: (id, edition) => `**${id}** は ${edition} の番号で、廃止され、後継はありません。`,
  superseded: (framework, edition, current) => `${framework} ${edition} は旧版で、現行版は ${current} です。`,
  miscounted: (said) => `${said} ではありません。`,
  unanswered: (framework) => `${framework} のモジュールはこれに答えていません。`,
  nearest: '最も近いもの:',
  reviewed: (fullName, version, date) => `${fullName}、${version}。モジュール確認日 ${date}。`,
  closing:
    '整備されたモジュールから組み込み応答機能が抜き出したもの: 参考情報であり、監査意見ではありません。',
}
