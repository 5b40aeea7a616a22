import { routes } from '#shared/routes.ts'
import { LegalPage, legalLoader } from './legal/legal-page.tsx'

export const loader = legalLoader(routes.disclaimer)

export const Component = LegalPage
