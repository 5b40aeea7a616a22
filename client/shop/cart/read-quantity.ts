import { readWholeNumber } from '../../site/ui/whole-number.ts'

/** @returns at most `max`; 1 where no quantity is asked for, 0 for anything but a whole number */
export function readQuantity(text: unknown, max: number): number {
  return text === null ? 1 : Math.min(readWholeNumber(String(text)) ?? 0, max)
}
