/** Copies `client/site/styles/tokens.css`, because mail programs support no custom properties. */
const paper = {
  bg: '#f2f4f1',
  raise: '#ffffff',
  ink: '#10181a',
  soft: '#3c494b',
  quiet: '#566264',
  line: '#cbd3cf',
}
const paperDark = {
  bg: '#171d1e',
  raise: '#20282a',
  ink: '#edf1ef',
  soft: '#bac5c5',
  quiet: '#98a6a7',
  line: '#364345',
}
const glass = { bg: '#0b1011', ink: '#f3f7f6', soft: '#b4c0c1' }
const amber = '#ffb627'
const onAmber = '#1a1204'

const text = "font-family:system-ui,-apple-system,'Segoe UI',Arial,sans-serif;"
const mono = "font-family:ui-monospace,Menlo,Consolas,'Liberation Mono',monospace;"

export const style = {
  body: `margin:0;padding:0;background:${paper.bg};color:${paper.ink};${text}font-size:17px;line-height:1.6;-webkit-text-size-adjust:100%;`,
  wrap: 'max-width:600px;margin:0 auto;padding:24px 16px 40px;',
  mark: `margin:0;padding:14px 24px;background:${glass.bg};color:${glass.ink};border-radius:2px 2px 0 0;font-weight:700;`,
  cue: `display:inline-block;width:0;height:0;margin-right:12px;border-style:solid;border-width:7px 0 7px 12px;border-color:transparent transparent transparent ${amber};`,
  sheet: `padding:28px 24px 12px;background:${paper.raise};border-radius:0 0 2px 2px;`,
  title: `margin:0 0 16px;color:${paper.ink};font-size:28px;line-height:1.12;font-weight:700;letter-spacing:-0.018em;`,
  paragraph: 'margin:0 0 18px;white-space:pre-line;overflow-wrap:anywhere;',
  button: `display:inline-block;padding:13px 22px;background:${paper.ink};color:#ffffff;border-radius:6px;font-weight:650;text-decoration:none;`,
  link: `color:${paper.ink};text-decoration:underline;text-underline-offset:3px;line-height:1.9;`,
  glass: `margin:0 0 12px;padding:14px 12px;background:${glass.bg};border-radius:12px;`,
  key: `color:${glass.ink};${mono}font-size:15px;line-height:1.4;font-weight:600;overflow-wrap:anywhere;`,
  note: `margin-top:4px;color:${glass.soft};font-size:15px;`,
  table: 'width:100%;margin:6px 0 20px;border-collapse:collapse;font-size:16px;',
  term: `padding:8px 16px 8px 0;border-bottom:1px solid ${paper.line};color:${paper.soft};font-weight:400;text-align:left;vertical-align:top;`,
  value: `padding:8px 0;border-bottom:1px solid ${paper.line};vertical-align:top;overflow-wrap:anywhere;`,
  amount: 'text-align:right;white-space:nowrap;',
  total: 'border-bottom:0;font-weight:700;',
  quote: `margin:0 0 20px;padding:2px 0 2px 16px;border-left:3px solid ${paper.line};white-space:pre-wrap;overflow-wrap:anywhere;`,
  end: `margin:20px 24px 0;color:${paper.quiet};font-size:15px;line-height:1.5;`,
  endLink: `color:${paper.quiet};`,
}

/** Overrides inline styles in programs that support media queries. */
export const adaptiveStyles = `:root{color-scheme:light dark}
@media (min-width:480px){
.glass{padding:16px 18px!important}
.key{font-size:18px!important}
}
@media (prefers-color-scheme:dark){
.paper{background:${paperDark.bg}!important;color:${paperDark.ink}!important}
.sheet{background:${paperDark.raise}!important}
.ink{color:${paperDark.ink}!important}
.soft{color:${paperDark.soft}!important}
.quiet{color:${paperDark.quiet}!important}
.line{border-color:${paperDark.line}!important}
.link{color:${paperDark.ink}!important}
.button{background:${amber}!important;color:${onAmber}!important}
}`
