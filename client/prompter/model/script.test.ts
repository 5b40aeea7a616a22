import fc from 'fast-check'
import { expect, test } from 'vitest'
import { countWords, hasWords, paragraphsOf } from './script.ts'
import { formatClock, secondsLeft } from './timing.ts'

test('lines are kept as typed, whatever ends them, without blank lines at the end', () => {
  expect(paragraphsOf('one\n\ntwo\r\nthree\rfour\n \n')).toEqual(['one', '', 'two', 'three', 'four'])
  expect(paragraphsOf('')).toEqual([''])
})

test.each([
  ['', 0],
  [' \n\t ', 0],
  ['one', 1],
  [' Look at\nthe  mark. ', 4],
  ['Don’t look down: it’s well-known – and 2.3 helps.', 9],
  ['新製品 Prompter 2.3 です', 5],
])('%j has %i words', (script, words) => {
  expect(countWords(script)).toBe(words)
})

/** The same three sentences, which take some twenty seconds to say in any of these languages. */
const greetings: [language: string, script: string, words: [from: number, to: number]][] = [
  [
    'English',
    'Thank you all for finding the time to be here today. In the next few minutes I would like to show you our new product, and how it will make your work a little easier. After that there is time for questions.',
    [42, 42],
  ],
  [
    'German',
    'Vielen Dank, dass Sie sich heute die Zeit genommen haben. In den nächsten Minuten möchte ich Ihnen unser neues Produkt zeigen und wie es Ihnen die Arbeit ein wenig leichter macht. Danach ist Zeit für Ihre Fragen.',
    [37, 37],
  ],
  [
    'Arabic',
    'شكرا لكم جميعا على حضوركم اليوم رغم انشغالكم. خلال الدقائق القليلة القادمة أود أن أعرض عليكم منتجنا الجديد وكيف سيجعل عملكم أسهل قليلا. وبعد ذلك سيكون هناك وقت للأسئلة.',
    [29, 29],
  ],
  [
    'Hebrew',
    'תודה לכולכם שמצאתם את הזמן להיות כאן היום. בדקות הקרובות אני רוצה להציג לכם את המוצר החדש שלנו ואיך הוא יקל מעט על העבודה שלכם. אחר כך יהיה זמן לשאלות.',
    [30, 30],
  ],
  [
    'Korean',
    '오늘 바쁘신 가운데 이 자리에 와 주셔서 진심으로 감사드립니다. 지금부터 몇 분 동안 저희의 새로운 제품과 이 제품이 여러분의 일을 어떻게 조금 더 쉽게 만들어 주는지 소개해 드리겠습니다. 그 다음에 질문을 받겠습니다.',
    [32, 32],
  ],
  [
    'Japanese',
    '本日はお忙しい中お集まりいただき、誠にありがとうございます。これから数分間、新しい製品と、それが皆様のお仕事をどのように少し楽にするかをご紹介いたします。その後、ご質問の時間を設けております。',
    [42, 60],
  ],
  [
    'Chinese',
    '感谢大家今天在百忙之中来到这里。在接下来的几分钟里,我想向大家介绍我们的新产品,以及它怎样让大家的工作变得轻松一些。之后我们会留出时间回答大家的问题。',
    [38, 52],
  ],
  [
    'Thai',
    'ขอบคุณทุกท่านที่สละเวลามาร่วมงานในวันนี้ ในอีกไม่กี่นาทีต่อจากนี้ผมจะแนะนำผลิตภัณฑ์ใหม่ของเรา และวิธีที่มันจะช่วยให้งานของท่านง่ายขึ้นเล็กน้อย หลังจากนั้นจะมีเวลาสำหรับคำถาม',
    [38, 54],
  ],
]

test.each(greetings)('%s runs at the pace of speech', (_language, script, [from, to]) => {
  const words = countWords(script)
  expect(words).toBeGreaterThanOrEqual(from)
  expect(words).toBeLessThanOrEqual(to)
  const left = secondsLeft(0, { height: 600, lineHeight: 60, words }, 130)
  expect(left).toBeCloseTo((words / 130) * 60)
  expect(left, formatClock(left)).toBeGreaterThan(12)
  expect(left, formatClock(left)).toBeLessThan(28)
})

test('a script has words exactly when it counts some', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('語', 'ถ', 'a', '・', '。', '\u3000', ' ', '🎬') }),
      (script) => {
        expect(countWords(script) > 0).toBe(hasWords(script))
      },
    ),
  )
})
