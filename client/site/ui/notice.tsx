import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icon.tsx'

/** @param className additional classes */
export function Notice({ icon, className, children, ...rest }: ComponentProps<'div'> & { icon: IconName }) {
  return (
    <div className={className ? `Notice ${className}` : 'Notice'} {...rest}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  )
}
