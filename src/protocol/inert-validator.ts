import type { jsonSchemaValidator } from '@modelcontextprotocol/server';

/**
 * The SDK wants a JSON Schema validator for answers to elicitation, which this server never asks for. Without
 * one of our own it would bring ajv, a third of the bundle.
 */
export const inertSchemaValidator: jsonSchemaValidator = {
  getValidator: () => () => ({
    valid: false,
    data: undefined,
    errorMessage: 'This server asks its callers nothing.',
  }),
};
