import { routes } from '#shared/routes/routes.ts'
import { PageLink } from '../../site/framework/page-link.tsx'
import { Tick } from './tick.tsx'

type Props = { checked: boolean; onChange(checked: boolean): void; error?: string | undefined }

export function AcceptTerms(props: Props) {
  return (
    <Tick name="acceptTerms" {...props}>
      <span>
        I accept the <PageLink to={routes.terms}>Terms & Conditions</PageLink>
      </span>
    </Tick>
  )
}
