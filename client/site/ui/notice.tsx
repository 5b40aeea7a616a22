import type { ComponentProps } from 'react'
import { Icon, type IconName } from './icon.tsx'

type Props = ComponentProps<'div'> & { icon: IconName }

/** @param className additional classes */
export function Notice({ icon, className, children, ...rest }: Props) {
  return (
    <div className={className ? `Notice ${className}` : 'Notice'} {...rest}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  )
}
