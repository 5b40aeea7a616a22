import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * Hands on what stands already in a field when React takes the page over: visitors type before its code has arrived, and
 * React would tell nobody, and put back what it knows.
 * @returns the ref of the field
 */
export function useEarlyInput(onType: (text: string) => void): RefObject<HTMLInputElement | null> {
  const ref = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, what is typed later is told by the field's events
  useLayoutEffect(() => {
    const field = ref.current
    if (field && field.value !== field.defaultValue) onType(field.value)
  }, [])
  return ref
}
