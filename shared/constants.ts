/** The specification's fixed numbers and keys; times in milliseconds, distances in CSS pixels. */
export const copyrightStartYear = 2018
export const navFadeDistance = 100
export const loadingBar = { throttle: 200, duration: 5000, hideDelay: 500 } as const
export const chunkReloadGuard = 60_000
export const fetchMinimumDelay = 200
export const storageKeys = { cart: 'cart', companyName: 'companyName' } as const
