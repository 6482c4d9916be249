/* Arrays of the device, as far as kernels see them. */
#include "native.h"

PyTypeObject* viewed_type = NULL;

static int traverse_view(Viewed* self, visitproc visit, void* arg) {
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->seen);
    return 0;
}

static int clear_view(Viewed* self) {
    Py_CLEAR(self->seen);
    return 0;
}

static void free_view(Viewed* self) {
    PyObject_GC_UnTrack(self);
    clear_view(self);
    free_object((PyObject*)self);
}

static PyMemberDef view_members[] = {
    {"_seen", T_OBJECT, offsetof(Viewed, seen), 0, "An ndarray over its memory, or None."},
    {NULL, 0, 0, 0, NULL}};

static PyType_Slot view_slots[] = {{Py_tp_doc, "An array of the device, as kernels see it."},
                                   {Py_tp_traverse, traverse_view},
                                   {Py_tp_clear, clear_view},
                                   {Py_tp_dealloc, free_view},
                                   {Py_tp_members, view_members},
                                   {0, NULL}};

static PyType_Spec view_spec = {"pycu._fast.Viewed", sizeof(Viewed), 0,
                                Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
                                view_slots};

int add_views(PyObject* module) {
    viewed_type = add_type(module, &view_spec);
    return viewed_type != NULL ? 0 : -1;
}
