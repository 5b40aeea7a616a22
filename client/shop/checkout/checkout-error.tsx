import { useStore } from 'zustand'
import { routes } from '#shared/routes/routes.ts'
import { useStores } from '../../site/framework/app-state.tsx'
import { PageLink } from '../../site/framework/page-link.tsx'
import type { Elements } from '../../site/ui/elements.ts'
import { Notice } from '../../site/ui/notice.tsx'

/** The last failure, until its fields are corrected. */
export function CheckoutError() {
  const { checkoutError, checkoutErrorTitle = '', isCheckoutUnfilled = false } = useStore(useStores().app)
  if (!checkoutError) return null
  return (
    <CheckoutNotice title={checkoutErrorTitle}>
      <span>{checkoutError}</span>
      {!isCheckoutUnfilled && (
        <div className="Notice-actions">
          <PageLink to={routes.contact}>Ask us about it</PageLink>
        </div>
      )}
    </CheckoutNotice>
  )
}

export function CheckoutNotice({ title, children }: { title: string; children: Elements }) {
  return (
    <Notice icon="alert" className="Notice--error Above" role="alert" tabIndex={-1}>
      <strong>{title}</strong> {children}
    </Notice>
  )
}
