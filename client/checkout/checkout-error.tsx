import type { ReactNode } from 'react'
import { routes } from '#shared/routes.ts'
import { PageLink } from '../framework/page-link.tsx'
import { Icon } from '../ui/icon.tsx'

type Props = { title: string; message: string }

export function CheckoutError({ title, message }: Props) {
  return (
    <CheckoutNotice title={title}>
      {message}
      <div className="Notice-actions">
        <PageLink to={routes.contact}>Ask us about it</PageLink>
      </div>
    </CheckoutNotice>
  )
}

export function CheckoutNotice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="Notice Notice--error Notice--above" role="alert" tabIndex={-1}>
      <Icon name="alert" />
      <div>
        <strong>{title}</strong> {children}
      </div>
    </div>
  )
}
