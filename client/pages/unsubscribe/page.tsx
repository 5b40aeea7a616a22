import { useActionData } from 'react-router'
import { Seo } from '../../site/seo/seo.tsx'
import { Button } from '../../site/ui/button.tsx'
import { PageHeader } from '../../site/ui/page-header.tsx'
import { Section } from '../../site/ui/section.tsx'
import '../../site/styles/page.css'

/** Requires a press, because mail programs open links. The form posts to the link's own address. */
export function Component() {
  const answer = useActionData() as { isStopped: boolean } | undefined
  return (
    <>
      <Seo title="Reminders" index={false} />
      <PageHeader compact title="Reminders about your licence" lead={answer ? leadAfter(answer) : before} />
      {!answer?.isStopped && (
        <Section className="section--article">
          <form method="post">
            <Button>Stop the reminders</Button>
          </form>
        </Section>
      )}
    </>
  )
}

const before =
  'We write once before a licence’s updates end, and once when a version comes out that it doesn’t cover. You can stop both. Mails about your orders still come.'

function leadAfter({ isStopped }: { isStopped: boolean }): string {
  return isStopped
    ? 'Stopped. No more reminders come to this address. Mails about your orders still do.'
    : 'This link isn’t whole, so nothing was stopped. Open it from the mail again, or answer the mail.'
}
