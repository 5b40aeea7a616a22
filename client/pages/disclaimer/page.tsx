import { fileRoutes, routes } from '#shared/routes/routes.ts'
import { LegalPage, legalLoader } from '../legal/legal-page.tsx'
import '../../site/styles/page.css'
import '../../site/styles/prose.css'
import '../../site/styles/toc.css'
import '../../site/styles/legal.css'

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
