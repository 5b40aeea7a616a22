import { focusAnswer } from '../../site/framework/focus-answer.ts'
import { Notice } from '../../site/ui/notice.tsx'

export function RefusedNotice({ detail }: { detail: string }) {
  return (
    <Notice icon="alert" className="Notice--error" role="alert" tabIndex={-1} ref={focusAnswer}>
      <strong>That didn’t work.</strong>
      <span>{detail}</span>
    </Notice>
  )
}
