import { routes } from '#shared/routes/routes.ts'
import { LegalPage, legalLoader } from '../legal/legal-page.tsx'

export const loader = legalLoader(routes.terms)

export const Component = LegalPage
