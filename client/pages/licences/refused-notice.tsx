import { focusAnswer } from '../../site/framework/focus-answer.ts'
import { Icon } from '../../site/ui/icon.tsx'

export function RefusedNotice({ detail }: { detail: string }) {
  return (
    <div className="Notice Notice--error" role="alert" tabIndex={-1} ref={focusAnswer}>
      <Icon name="alert" />
      <div>
        <strong>That didn’t work.</strong>
        <span>{detail}</span>
      </div>
    </div>
  )
}
