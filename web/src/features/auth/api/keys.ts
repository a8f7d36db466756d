export const authKeys = { methods: ['sign-in-methods'] as const };
