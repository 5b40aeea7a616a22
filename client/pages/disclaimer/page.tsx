import { fileRoutes, routes } from '#shared/routes/routes.ts'
import { LegalPage, legalLoader } from '../legal/legal-page.tsx'

export const loader = legalLoader(routes.disclaimer)

export function Component() {
  return (
    <LegalPage>
      <p>
        This site is made with the software of others. <a href={fileRoutes.softwareLicences}>Its licences</a>
      </p>
    </LegalPage>
  )
}
