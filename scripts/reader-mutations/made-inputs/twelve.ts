export const TWELVE = Array.from({ length: 12 }, (_, index) => index + 1);
