import { routes } from '#shared/routes/routes.ts'
import { AnalyticsChoice } from '../../site/analytics/analytics-choice.tsx'
import { LegalPage, legalLoader } from '../legal/legal-page.tsx'
import '../../site/styles/switch.css'

export const loader = legalLoader(routes.privacy)

export function Component() {
  return (
    <LegalPage>
      <AnalyticsChoice />
    </LegalPage>
  )
}
